"""Where a database is: a file, or a server by its address."""

from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

SCHEMES = ("postgresql://", "postgres://")


@dataclass(frozen=True, slots=True)
class Server:
    """A database of a PostgreSQL server; as text it is shown without what may be a secret."""

    url: str = field(repr=False)

    def __str__(self) -> str:
        parts = urlsplit(self.url)
        return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"


Place = Path | Server


def place(text: str) -> Place:
    """What a person calls a database by."""
    return Server(text) if text.startswith(SCHEMES) else Path(text).expanduser()
