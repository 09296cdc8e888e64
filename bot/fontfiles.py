"""Hands the font settings to the pictures, which know nothing of settings."""

from __future__ import annotations

import os

from bot.config import Settings, variable
from render import fonts


def use(settings: Settings) -> fonts.Faces:
    """The faces that pictures will be written with; `FontError` if there are none.

    The pictures look into the environment: what stands in `.env` is put there for them.
    """
    for name in ("font", "font_bold"):
        path = getattr(settings, name)
        if path is not None:
            os.environ[variable(name)] = str(path)
    return fonts.resolve()
