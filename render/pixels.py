"""The pixels of an image where they lie in memory, by Arrow's C data interface: to copy those of a picture
would take as long as to find out which of them have changed."""

import ctypes
from collections.abc import Callable

from PIL import Image

_SIZE = ctypes.sizeof(ctypes.c_void_p)
_BUFFERS = 5 * ctypes.sizeof(ctypes.c_int64)
_CHILDREN = _BUFFERS + _SIZE
"""Where two pointers stand in an `ArrowArray`, in bytes from its start."""
_address_in: Callable[[object, bytes], int] = ctypes.PYFUNCTYPE(
    ctypes.c_void_p, ctypes.py_object, ctypes.c_char_p
)(("PyCapsule_GetPointer", ctypes.pythonapi))


def pixels(image: Image.Image) -> memoryview:
    """Four bytes for each pixel of an RGB image, row by row, the last of them without a meaning. They are
    there as long as the image; it must not be drawn on in the meantime."""
    try:
        _, capsule = image.__arrow_c_array__()
    except ValueError:  # a large one lies in several pieces
        return memoryview(image.tobytes("raw", "RGBX"))
    child = _pointer(_pointer(_address_in(capsule, b"arrow_array") + _CHILDREN))
    # The first of its buffers would tell which pixels are missing.
    data = _pointer(_pointer(child + _BUFFERS) + _SIZE)
    return memoryview((ctypes.c_ubyte * (image.width * image.height * 4)).from_address(data)).cast("B")


def _pointer(address: int) -> int:
    return ctypes.c_void_p.from_address(address).value or 0
