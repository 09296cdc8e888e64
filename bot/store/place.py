"""Where a database is: a file, or a server by its address."""

import re
from dataclasses import dataclass, field
from pathlib import Path

_HOST = r"(?:[\w.%-]+|\[[0-9a-fA-F:.%]+\])?(?::\d{0,5})?"
ADDRESS = re.compile(
    rf"(?P<scheme>postgres(?:ql)?://)(?:[^@/]*@)?(?P<place>{_HOST}(?:,{_HOST})*(?:/[^@/?#]*)?)(?:\?.*)?",
    re.DOTALL,
)
"""What the driver reads as we do: the user and the password end at the first `@`, before any `/`."""


@dataclass(frozen=True, slots=True)
class Server:
    """A database of a PostgreSQL server; as text it is shown without what may be a secret."""

    url: str = field(repr=False)

    def __str__(self) -> str:
        found = ADDRESS.fullmatch(self.url)
        return f"{found['scheme']}{found['place']}" if found else f"{self.url.partition('://')[0]}://..."

    @property
    def clear(self) -> bool:
        """Whether there is no doubt which part of it is what."""
        return ADDRESS.fullmatch(self.url) is not None


Place = Path | Server


def place(text: str) -> Place:
    """What a person calls a database by."""
    return Server(text) if "://" in text else Path(text).expanduser()
