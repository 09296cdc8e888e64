"""What whoever runs the bot may publish: descriptions for directories, terms, privacy policy, and a word on
the games' licences. docs/texts.md and `python -m bot doctor --texts` show the same."""

from collections.abc import Iterator
from dataclasses import dataclass

from bot.config import Settings
from bot.games import registry
from bot.games.contract import Info
from bot.tables.policy import AUDITED, CALLS_KEPT, CHALLENGES_KEPT, INVITED, KEPT, PUZZLES_KEPT
from bot.text import Words, locales, words


@dataclass(frozen=True, slots=True)
class Listing:
    """What a directory shows of the bot."""

    short: str
    about: str
    """Discord's own field for it."""
    long: str


def texts(settings: Settings) -> str:
    """All of it in Markdown, in every language."""
    return "\n\n".join(part for locale in locales() for part in _parts(words(locale), settings)) + "\n"


def listing(speak: Words) -> Listing:
    """What to put into a directory."""
    games = speak.all_of([speak.title(info) for info in _games()])
    return Listing(
        short=speak("public.short"), about=speak("public.about", games=games), long=speak("public.long")
    )


def stored_data(speak: Words, settings: Settings) -> tuple[str, ...]:
    """What is stored about people, why, how long, and who sees it."""
    finished, abandoned = (
        speak("data.days", n=days) if days else speak("data.for_ever")
        for days in (settings.keep_finished, settings.keep_abandoned)
    )
    kept = {"keys": KEPT, "audited": AUDITED, "invited": INVITED, "answered": PUZZLES_KEPT}
    kept |= {"taken": CHALLENGES_KEPT, "evenings": CALLS_KEPT}
    times = {what: time.days for what, time in kept.items()}
    return (
        speak("data.privacy.what"),
        speak("data.privacy.why"),
        speak("data.privacy.how_long", finished=finished, abandoned=abandoned, **times),
        speak("data.privacy.who"),
    )


def _parts(speak: Words, settings: Settings) -> Iterator[str]:
    named = {"name": speak("public.name"), "contact": speak("public.contact")}
    described = listing(speak)
    yield f"## {speak.language(speak.locale)}"
    yield speak("public.intro")
    yield speak("public.directory")
    yield from (described.short, described.about, described.long)
    yield speak("public.terms")
    yield speak("public.terms.text", **named)
    yield speak("public.privacy")
    yield speak("public.privacy.text", **named)
    yield from stored_data(speak, settings)
    yield from (speak("public.privacy.log"), speak("public.privacy.rights", **named))
    yield speak("public.licences")
    yield speak("public.licences.text", games="\n".join(_credit(speak, info) for info in _games()))


def _games() -> list[Info]:
    """The project's own."""
    return [registry.game(key).info for key in registry.own()]


def _credit(speak: Words, info: Info) -> str:
    makers = speak("games.list.makers", designers=speak.designers(info), publisher=info.publisher)
    return f"- **{speak.title(info)}** {makers}"
