"""The games on offer: how each presents itself, and its rules as pages."""

from functools import cache
from importlib.resources import files

from bot.discord.presenter import has_presenter
from bot.games import registry
from bot.games.contract import Refusal
from bot.games.registry import AnyGame
from bot.text import Page, Words, fallback, locales, pages, words

MOST_PLAYERS, MOST_MINUTES = 10, 24 * 60
"""What can be asked for."""


def games() -> tuple[AnyGame, ...]:
    """The games that are offered here: those whose cog is loaded, in the order of the registry."""
    return tuple(game for game in registry.games() if has_presenter(game.info.key))


def fitting(players: int, minutes: int) -> tuple[AnyGame, ...]:
    """The games for so many players and minutes (0: any number of either), the best suited first."""

    def rank(game: AnyGame) -> tuple[int, int]:
        low, high = game.info.seats
        return (high - low if players else 0), (minutes - game.info.minutes if minutes else 0)

    found = [game for game in games() if not minutes or game.info.minutes <= minutes]
    suited = (game for game in found if not players or game.info.seats[0] <= players <= game.info.seats[1])
    return tuple(sorted(suited, key=rank))


def name(key: str, speak: Words) -> str:
    """What a game is called in the reader's language."""
    return speak.title(registry.game(key).info)


def key_of(text: str) -> str:
    """The key of the game that is meant by key or by its name in any language. Refusal: no_such_game."""
    wanted = _folded(text)
    for game in games():
        if wanted in names(game):
            return game.info.key
    raise Refusal("no_such_game")


def offered(key: str) -> str:
    """The key of a game that a control carries. Refusal: no_such_game."""
    if key not in [game.info.key for game in games()]:
        raise Refusal("no_such_game")
    return key


def matching(text: str) -> tuple[AnyGame, ...]:
    """The games whose name in any language holds what was typed so far."""
    wanted = _folded(text)
    return tuple(game for game in games() if any(wanted in each for each in names(game)))


@cache
def rules(key: str, locale: str) -> tuple[Page, ...]:
    """The rules of a game from `rules.<locale>.md`, else of the fallback, else where to read them."""
    game = registry.game(key)
    folder = files(type(game).__module__.rpartition(".")[0])
    for file in (folder.joinpath(f"rules.{each}.md") for each in (locale, fallback())):
        if file.is_file():
            return pages(file.read_text(encoding="utf-8"))
    return pages("\n\n".join((f"# {words(locale).title(game.info)}", *game.info.designers, *game.info.links)))


def page_of(key: str, locale: str, decision: str) -> int:
    """The page of the rules that tells of a kind of decision; the first one if none does."""
    found = (number for number, page in enumerate(rules(key, locale)) if decision in page.decisions)
    return next(found, 0)


def names(game: AnyGame) -> tuple[str, ...]:
    """What a game can be called when it is typed: its key, and its name in every language."""
    return _folded(game.info.key), *(_folded(words(locale).title(game.info)) for locale in locales())


def _folded(text: str) -> str:
    return text.casefold().replace(" ", "")
