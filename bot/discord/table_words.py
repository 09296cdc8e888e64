"""What is said about a table whatever its game: settings, time, chance, undone steps, hints."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from bot.discord import App
from bot.discord.content import Button, Entry, Menu, Row, chosen
from bot.discord.presenter import presenter_of
from bot.discord.view_models import called, names_at, names_of, owing, rules, spoken, view_model
from bot.games.contract import Advice, Choice, Seat, Text, counts
from bot.tables.computers import adviser, character_of, coach_allowed, gives_hints, hints_allowed, is_coached
from bot.tables.model import ABSENT, Moment, Status, Table, TableSettings
from bot.tables.policy import GRACE as SECONDS, HOLDS
from bot.tables.settings import DEADLINES
from bot.text import Words, plain, stamp

SHORT = 16
"""So many digits of a fingerprint stand in posts: too many to look for another value that begins alike."""


def abandoned(table: Table, speak: Words) -> str:
    """That a game was ended without a result, and by whom, or why."""
    if table.ended_by is not None:
        who = called(table.sitters[table.ended_by].name, speak)
        return speak("table.abandoned_by", name=plain(who), table=table.id)
    if all(sitter.computer for sitter in table.sitters):
        return speak("table.deserted", table=table.id)
    return speak("table.abandoned_challenge" if table.challenge else "table.abandoned", table=table.id)


# Time --------------------------------------------------------------------------------------------------


def time_lines(table: Table, speak: Words) -> list[str]:
    """That the game is paused; else who is away, who can decide until when, who wants more time. Nothing
    while all have chosen and can still change it."""
    if table.status is not Status.PLAYING:
        return []
    if table.paused_since is not None:
        return [speak("waiting.paused", since=stamp(table.paused_since))]
    if table.rests or table.reveal:
        return []
    by_time: dict[datetime, list[str]] = {}
    away: list[str] = []
    for sitter in table.sitters:
        duty, name = sitter.pace.duty, plain(sitter.name)
        if duty is not None and duty.away is not None:
            away.append(speak("waiting.away", name=name, until=stamp(duty.away, "D")))
        elif duty is not None and duty.deadline is not None:
            by_time.setdefault(duty.deadline, []).append(name)
    texts = away + [
        speak("waiting.until", names=speak.all_of(names), when=stamp(until, "f"), left=stamp(until))
        for until, names in sorted(by_time.items())
    ]
    wanting = [plain(sitter.name) for sitter in table.sitters if sitter.pace.wants_time]
    return [*texts, speak("waiting.wanted", names=speak.all_of(wanting))] if wanting else texts


def grace_line(table: Table, speak: Words) -> str:
    """When choices are revealed that can still be changed although all have chosen; empty before."""
    return speak("table.grace", left=stamp(table.reveal)) if table.reveal and not table.paused else ""


def own_time(table: Table, seat: Seat, speak: Words) -> str:
    """Until when a seat can decide, or that the game is paused; empty where it takes as long as it takes, and
    once all have chosen."""
    duty = table.sitters[seat].pace.duty
    if duty is not None and table.paused_since is not None:
        return speak("waiting.paused", since=stamp(table.paused_since))
    if duty is None or duty.deadline is None or duty.away is not None or table.rests or table.reveal:
        return ""
    return speak("waiting.own_until", when=stamp(duty.deadline, "f"), left=stamp(duty.deadline))


async def ran_out(app: App, moment: Moment, after: int, speak: Words) -> list[str]:
    """For whom moves were made at a deadline after version `after`, up to a moment."""
    late = await app.tables.queries.late_moves(moment.table.id, after, moment.version)
    names = [plain(names_at(moment, speak)[seat]) for seat in dict.fromkeys(late)]
    return [speak("waiting.ran_out", names=speak.all_of(names))] if names else []


# Chance ----------------------------------------------------------------------------------------------


_OF_DUPLICATES = {
    "table.bound": "cup.bound",
    "table.verify.bound": "table.verify.duplicate",
    "table.verify.bound_secret": "table.verify.duplicate_secret",
    "table.bound_proof": "cup.proof",
}
"""What is said of a table of a duplicate instead."""
_OF_CHALLENGES = {
    "table.bound": "challenge.bound",
    "table.verify.bound": "table.verify.challenge",
    "table.verify.bound_secret": "table.verify.challenge_secret",
    "table.bound_proof": "challenge.proof",
}
"""What is said of a table of a challenge instead."""


def chance_announced(table: Table, speak: Words) -> str:
    """The fingerprint of the secret below a lobby; empty where there was none, or none counts any more."""
    if table.contributions is None or table.status is Status.ABANDONED:
        return ""
    return chance(table, speak, "", "lobby.chance_alone" if table.apart else "lobby.chance")


def chance_promise(table: Table, speak: Words) -> str:
    """What the first board says about all chance of the game."""
    return chance(table, speak, "table.promise", "table.bound")


def proof(table: Table, speak: Words) -> str:
    """What is said of chance below an ending; of draws with which others still play, that it comes later."""
    if table.held:
        return speak("challenge.held" if table.challenge else "cup.held", short=table.commitment[:SHORT])
    return chance(table, speak, "table.proof", "table.bound_proof")


def chance_explained(table: Table, speak: Words) -> tuple[str, ...]:
    """All that can be noted now, to be compared at the end; nothing of a secret."""
    bound = "table.verify.lobby" if table.status is Status.LOBBY else "table.verify.bound"
    return chance(table, speak, "table.verify.promise", bound), _contributed(table, speak)


def chance_revealed(table: Table, speak: Words) -> tuple[str, ...]:
    """The secret of a game that is over, and what was announced of it."""
    secret = chance(table, speak, "table.verify.secret", "table.verify.bound_secret")
    return secret, _contributed(table, speak)


def chance(table: Table, speak: Words, alone: str, bound: str) -> str:
    """One of two sentences: where the secret is all that draws depend on, and where it is bound to more;
    where others have the same draws, that of challenges or of duplicates."""
    key = alone if table.contributions is None else bound
    if table.shared:
        key = (_OF_CHALLENGES if table.challenge else _OF_DUPLICATES).get(key, key)
    return speak(
        key,
        commitment=table.commitment,
        binding=table.binding,
        secret=table.secret.hex() if table.secret else "",
        short=table.commitment[:SHORT],
        bound=table.binding[:SHORT],
    )


def _contributed(table: Table, speak: Words) -> str:
    """Whose presses count, with the numbers that Discord gave to them; empty if there are none yet."""
    presses = table.contributions or ()
    lines = [speak("table.verify.press", seat=each.seat + 1, press=each.press) for each in presses]
    return "\n".join((speak("table.verify.presses"), *lines)) if lines else ""


# Undo ------------------------------------------------------------------------------------------------


async def undo_row(
    app: App, moment: Moment, user: int | None, speak: Words, *, asking: bool = False
) -> tuple[Row, ...]:
    """**Undo**, where this person (None: nobody) may take back a step now; `asking`: also with the others'
    consent."""
    if user is None:
        return ()
    tables, table = app.tables, moment.table.id
    may = await tables.undo.may_undo(table, user)
    may = may or (asking and await tables.votes.may_ask_undo(table, user))
    return ((Button("table.undo", speak("table.undo.button")),),) if may else ()


async def undone_since(app: App, after: int, moment: Moment, speak: Words, *, known: bool = False) -> str:
    """Who has taken back how many steps after version `after`, with `known` only of those up to it; empty if
    there are none."""
    names, lines = names_of(moment.table, speak), list[str]()
    found = await app.tables.queries.taken_back(moment.table.id, after, moment.version, known=known)
    for key, seats in zip(("table.undo.told", "table.undo.agreed"), found, strict=True):
        if seats:
            who = speak.all_of(plain(names[seat]) for seat in dict.fromkeys(seats))
            lines.append(speak(key, names=who, n=len(seats)))
    return "\n".join(lines)


# Hints -----------------------------------------------------------------------------------------------


def hint_row(moment: Moment, seat: Seat, speak: Words) -> tuple[Row, ...]:
    """**Hint** for a seat that owes a decision, where the table allows it, and its coach on or off."""
    table, buttons = moment.table, list[Button]()
    if seat in owing(moment):
        if hints_allowed(table, table.sitters):
            buttons.append(Button("table.hint", speak("table.hint")))
        if coach_allowed(table, table.sitters):
            buttons.append(coach_button("table.coach", speak, on=is_coached(table, table.sitters, seat)))
    return (tuple(buttons),) if buttons else ()


def coach_button(action: str, speak: Words, *, on: bool) -> Button:
    """**Coach off** where it is on, else **Coach on**."""
    return Button(action, speak("learn.coach_off" if on else "learn.coach_on"), OFF if on else ON)


def hint_text(moment: Moment, seat: Seat, advice: Sequence[Advice[Any]], speak: Words) -> str:
    """What a computer would do, what that leads to and why (by a sentence for the kind of decision, if any);
    what it would do next, and what comes of that instead, as far as it has looked."""
    game, model = moment.table.game, view_model(moment, seat, speak)
    presenter, shown = presenter_of(game), spoken(model)
    reason = reason_of(moment, seat, speak)
    by_points = reason == f"{game}.hint.why"
    said = [
        (presenter.named(model, one.move), expected(one), presenter.effect(shown, one.move))
        for one in advice
        if one.foreseen or one is advice[0]
    ]
    (move, points, effect), *others = said
    level = speak(f"lobby.level.{adviser(game)}")
    lines = [
        speak("table.hint.best", move=move),
        effect,
        speak(reason, level=level, points=points),
        *([speak("table.hint.next")] if others else []),
    ]
    for move, points, effect in others:
        name = speak("table.hint.compared", move=move, points=points) if by_points else move
        lines.append(
            speak("table.hint.other" if effect else "table.hint.other_move", move=name, effect=effect)
        )
    return "\n".join(filter(None, lines))


def reason_of(moment: Moment, seat: Seat, speak: Words) -> str:
    """The key of the sentence that says why a move is thought to be good: one for the kind of decision, where
    points would tell people nothing."""
    decision = rules(moment.table).decisions(moment.state).get(seat)
    own = f"{moment.table.game}.hint.{decision.kind}" if decision else ""
    return own if own in speak else f"{moment.table.game}.hint.why"


def expected(one: Advice[Any]) -> str:
    """The points that are expected of a move."""
    return points(one.expected)


def points(value: float) -> str:
    """Points that are an estimate: one decimal says enough, and there is no minus nothing."""
    return f"{round(value, 1) + 0.0:.1f}".replace("-", "−")


HINTS, GRACE, HOLD, SUBSTITUTE = "hints", "grace", "hold", "substitute"
OFF, ON = "off", "on"
AMONG_OPTIONS = "lobby"
"""What the menu of deadlines carries that stands among the options of a lobby."""


def setting_menu(
    action: str, label: str, entries: Iterable[Entry], now: object, speak: Words, rest: str = ""
) -> Menu:
    """The menu of an option or a setting; each line says of what it is a value."""
    named = (
        replace(entry, label=speak("lobby.option", option=label, value=entry.label)) for entry in entries
    )
    return Menu(action, label, chosen(named, now), rest=rest)


def setting_menus(table: Table, speak: Words) -> tuple[Menu, ...]:
    """A menu for each setting that means something in the game, with a sentence for each choice."""
    deadline = deadline_menu(table, speak, rest=AMONG_OPTIONS)
    grace = _time_menu(GRACE, SECONDS, table.settings.grace, _seconds, speak)
    hold = _time_menu(HOLD, HOLDS, table.settings.hold, _held_for, speak)
    times = (grace, deadline, hold) if holds_back(table) else (deadline, hold)
    if rules(table).opponents:
        times = (*times, _substitute_menu(table, speak))
    if table.apart:
        times = ()  # nobody waits there, and nobody takes a seat
    if not gives_hints(table.game):
        return times
    label, now = speak("table.setting.hints"), ON if table.settings.hints else OFF
    entries = [
        Entry(speak(f"table.setting.{HINTS}.{value}"), value, speak(f"table.setting.{HINTS}.{value}.about"))
        for value in (OFF, ON)
    ]
    return setting_menu("lobby.setting", label, entries, now, speak, HINTS), *times


def settings_explained(table: Table, speak: Words) -> tuple[str, ...]:
    """What each of these settings decides, a line each."""
    hints, grace = (HINTS,) * gives_hints(table.game), (GRACE,) * holds_back(table)
    times = (*grace, "deadline", HOLD, *(SUBSTITUTE,) * bool(rules(table).opponents))
    shown = (*hints, *(() if table.apart else times))
    return tuple(
        explained(speak(f"table.setting.{one}"), speak(f"table.setting.{one}.about"), speak) for one in shown
    )


def otherwise(table: Table, speak: Words) -> str:
    """What the options of a table change of the usual game, a line each; "" where they change nothing."""
    rule, lines = rules(table), list[str]()
    now, usual = rule.decode_options(table.options), rule.options_type()
    for item in rule.info.options:
        key, value = f"{table.game}.option.{item.key}", getattr(now, item.key)
        told = counts(item, now, len(table.sitters)) and not isinstance(item, Text)
        if not told or value == getattr(usual, item.key):
            continue
        said = speak(f"{key}.{value}") if isinstance(item, Choice) else str(value)
        about, label = f"{key}.{value}.about", speak("lobby.option", option=speak(key), value=said)
        lines.append(explained(label, speak(about), speak) if about in speak else f"- **{label}**")
    return "\n".join([speak("lobby.otherwise"), *lines]) if lines else ""


def explained(label: str, about: str, speak: Words) -> str:
    """The line of a list that says what an option or a setting decides."""
    return speak("lobby.option.about", option=label, about=about)


def holds_back(table: Table) -> bool:
    """Whether there are secret choices of all in the game, so that a grace means something."""
    return rules(table).holds_back


def _time_menu(
    setting: str, usual: Iterable[int], now: int, said: Callable[[int, Words], str], speak: Words
) -> Menu:
    """The menu of a setting that is a time: the usual ones, and what it is now."""
    entries = [Entry(said(each, speak), str(each)) for each in sorted({*usual, now})]
    return setting_menu("lobby.setting", speak(f"table.setting.{setting}"), entries, now, speak, setting)


def _substitute_menu(table: Table, speak: Words) -> Menu:
    """The menu of who plays on for a person who left."""
    values = (ABSENT, *rules(table).opponents)
    entries = [Entry(_substitute(value, speak), value) for value in values]
    label, now = speak(f"table.setting.{SUBSTITUTE}"), table.settings.substitute
    return setting_menu("lobby.setting", label, entries, now, speak, SUBSTITUTE)


def _substitute(level: str, speak: Words) -> str:
    return speak("table.setting.substitute.off" if level == ABSENT else f"lobby.level.{level}")


def playing_on(table: Table, speak: Words) -> str:
    """How it is played on for people who left, as a part of a sentence."""
    level = table.settings.substitute
    if level == ABSENT:
        return speak("table.absent.by_rules")
    return speak("table.absent.by_level", level=speak(f"lobby.level.{level}"))


def _held_for(hours: int, speak: Words) -> str:
    return hours_in_words(hours, speak) if hours else speak("table.setting.hold.off")


def _seconds(seconds: int, speak: Words) -> str:
    return speak("table.setting.grace.seconds", n=seconds) if seconds else speak("table.setting.grace.off")


def deadline_menu(table: Table, speak: Words, *, rest: str = "") -> Menu:
    """The menu of the time that each decision has."""
    label, entries = speak("table.setting.deadline"), list[Entry]()
    for hours in DEADLINES:
        about = speak("table.setting.deadline.on.about" if hours else "table.setting.deadline.off.about")
        entries.append(Entry(hours_in_words(hours, speak), str(hours), about))
    return setting_menu("time.deadline", label, entries, table.settings.deadline, speak, rest)


def deadline_line(table: Table, speak: Words) -> str:
    """How much time each decision has, as a sentence."""
    hours = table.settings.deadline
    if not hours:
        return speak("table.setting.deadline.off.about")
    return speak("table.setting.deadline.each", time=hours_in_words(hours, speak))


def setting_rows(table: Table, speak: Words) -> tuple[tuple[str, str], ...]:
    """What is not as at a new table, as rows of label and value."""
    own: list[tuple[str, str]] = []
    if _hosts_hints(table):
        own.append((speak("table.setting.hints"), speak("table.setting.hints.on")))
    if holds_back(table) and table.settings.grace != TableSettings().grace:
        own.append((speak("table.setting.grace"), _seconds(table.settings.grace, speak)))
    if table.settings.deadline:
        own.append((speak("table.setting.deadline"), hours_in_words(table.settings.deadline, speak)))
    if table.settings.hold != TableSettings().hold and not table.apart:
        own.append((speak("table.setting.hold"), _held_for(table.settings.hold, speak)))
    if table.settings.substitute != ABSENT:
        own.append((speak("table.setting.substitute"), _substitute(table.settings.substitute, speak)))
    return tuple(own)


def characters(table: Table, speak: Words) -> tuple[str, ...]:
    """What each computer of a table likes, in small letters; nothing of those that play by chance."""
    players, told = rules(table).opponents, list[str]()
    for sitter in table.sitters:
        player = players.get(sitter.computer or "")
        if player and player.characterful:
            about = speak(f"{table.game}.character.{character_of(sitter)}")
            told.append(f"-# {speak('lobby.character', name=plain(sitter.name), about=about)}")
    return tuple(told)


def setting_lines(table: Table, speak: Words) -> tuple[str, ...]:
    """The same as sentences that say what it means."""
    own = (speak("table.setting.hints.on.about"),) if _hosts_hints(table) else ()
    own += (deadline_line(table, speak),) if table.settings.deadline else ()
    return tuple(f"-# {line}" for line in own)


def _hosts_hints(table: Table) -> bool:
    """Whether the host has allowed hints, and the game gives them."""
    return table.settings.hints and gives_hints(table.game)


def hours_in_words(hours: int, speak: Words) -> str:
    """A number of hours in words, as days where these are whole ones."""
    if not hours:
        return speak("table.setting.deadline.off")
    days, rest = divmod(hours, 24)
    if rest or days == 1:
        return speak("table.setting.deadline.hours", n=hours)
    return speak("table.setting.deadline.days", n=days)
