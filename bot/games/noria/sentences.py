"""Noria in sentences: what has happened, how the table stands, what can be done and at what price, what moves
are called. Names of things, and all that lies on the table, come from `names`."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import groupby, pairwise
from typing import Any

from bot.games.contract import Options
from bot.games.noria import moves, sentences_of_table as names
from bot.games.noria.box import BOX, NOTHING, SHIP_KINDS, YIELDS, Bundle, Chamber, some
from bot.games.noria.facts import Deed, by_bot, coming, deeds, newest, step, turn_begun
from bot.games.noria.legal import BONUS, own
from bot.games.noria.moves import NoriaEvent, NoriaMove, NoriaOptions
from bot.games.noria.sentences_of_table import Noria
from bot.games.noria.turns import after
from bot.text import Words, signed
from bot.view_model import Said, capital, described, in_words, tag, tie_note, ties

_TOGETHER = (moves.Placed, moves.Chosen, moves.Produced)
"""Events of which one sentence tells a whole run."""
_DONE = (moves.Revealed, moves.Travelled, moves.Bought, moves.Invested, moves.Produced, moves.Upgraded)
"""What an action begins with."""


_SAID: Said = {
    "ring": names.ring,
    "kind": names.kind,
    "good": names.kind,
    "disc": names.disc,
    "path": names.path,
    "down": names.chamber,
    "remove": names.chamber,
    "pay": lambda pay, words: names.bundle(pay, words) if pay.total else words("noria.text.free"),
    "targets": lambda slots, words: words.all_of(slots),
}
"""How the fields of moves and events are said."""


# What has happened


def report(model: Noria, events: Iterable[NoriaEvent]) -> list[str]:
    """What a turn made happen, a sentence for each event in the order of happening; `events` are those of
    `view.before` or `view.news`. A disc of one action is told by what was done with it. The bot's turn comes
    letter by letter: what it did, and why so."""
    lines: list[str] = []
    before: NoriaEvent | None = None
    for run, following in pairwise([*_runs(events), []]):
        match run[-1]:
            case moves.Activated(actions=1) if following and isinstance(following[0], _DONE):
                pass
            case moves.GameOver():
                lines.append(model.words("noria.text.over"))
            case moves.BotRotated() | moves.Use() as event:
                lines.append(_by_bot(model, event))
            case moves.Gathered(count=0):
                values = _player_values(model, run, before)
                lines.append(model.words("noria.report.gathered_none", **values))
            case event if key := _key(event, before):
                values = _player_values(model, run, before)
                lines.append(model.words(f"noria.report.{key}", **values))
            case _:
                pass
        before = run[-1]
    return lines


def _runs(events: Iterable[NoriaEvent]) -> Iterator[list[NoriaEvent]]:
    # What is told alone is a group of its own by its place.
    def alike(numbered: tuple[int, NoriaEvent]) -> object:
        return type(numbered[1]) if isinstance(numbered[1], _TOGETHER) else numbered[0]

    for _, group in groupby(enumerate(events), key=alike):
        yield [event for _, event in group]


def _key(event: NoriaEvent, before: NoriaEvent | None = None) -> str:
    """Which sentence tells a player's event after the one `before`; empty for what needs none."""
    match event:
        case moves.Activated(disc=disc, targets=targets):
            if disc == BONUS:
                return "bonus" if targets else "bonus_none"
            return "" if disc in YIELDS else "activated"
        case moves.Placed(bought=True):
            return "fitted"
        case moves.Travelled() if isinstance(before, moves.Revealed):
            return "revealed"
        case moves.Invested(pay=pay) if not pay.total:
            return "entered"
        case moves.Debated(remove=None):
            return "debated_alone"
        case moves.GivenUp(unused=False) | moves.Revealed() | moves.TurnBegun():
            return ""
        case _:
            return tag(event)


def _player_values(model: Noria, run: list[NoriaEvent], before: NoriaEvent | None = None) -> dict[str, Any]:
    words, event = model.words, run[-1]
    values = in_words(event, _SAID, words)
    match event:
        case moves.Activated(slot=slot, disc=disc, actions=number):
            more = {"slot": names.slot(slot, disc, words), "n": number}
        case moves.Upgraded(slot=slot, disc=disc):
            more = {"slot": names.slot(slot, disc, words)}
        case moves.Placed():
            placed = [each for each in run if isinstance(each, moves.Placed)]
            slots = [names.slot(each.slot, each.disc, words) for each in placed]
            more = {"discs": names.listed(slots, words)}
        case moves.Gathered():
            more = {"bundle": names.bundle(_heaped(run), words)}
            if isinstance(before, moves.Activated):
                more["slot"] = names.slot(before.slot, before.disc, words)
        case moves.Chosen() | moves.Produced():
            more = {"bundle": names.bundle(_heaped(run), words)}
        case moves.Built(warehouses=number) | moves.Administered(knowledge=number):
            more = {"n": number}
        case _:
            more = {}
    return {**values, **more, "name": model.names[values["seat"]] if "seat" in values else ""}


def _heaped(events: Iterable[NoriaEvent]) -> Bundle:
    heap = NOTHING
    for event in events:
        match event:
            case moves.Chosen(kind=kind) | moves.Produced(good=kind):
                heap = heap.plus(some(kind))
            case moves.Gathered(kind=kind, count=count):
                heap = heap.plus(some(kind, count))
            case _:
                pass
    return heap


def _by_bot(model: Noria, event: NoriaEvent) -> str:
    values = in_words(event, _SAID, model.words) | {"name": model.names[0]}
    match event:
        case moves.BotRotated(entered=letters, extra=extra):
            key = "extra" if extra else "rotated"
            key += "" if len(letters) > 1 else "_one" if letters else "_none"
            values["letters"] = model.words.all_of(letters)
        case moves.BotShip(kind=kind):
            key = "ship" if kind else "ship_none"
        case moves.BotFactory(island=number, spot=spot):
            two = spot is not None and BOX.islands[number].spots[spot - 1][0] > 1
            key = "factory_none" if spot is None else "factory_two" if two else "factory_one"
        case moves.BotIntrigue(down=None, remove=None):
            key = "intrigue_none"
        case moves.BotIntrigue():
            key = "intrigue"
            values["first"] = _effect(model, "down", event.down, event.down_path)
            values["second"] = _effect(model, "remove", event.remove, event.remove_path)
        case moves.BotInvested(letter=letter, path=path, instead=instead):
            key = "instead" if instead else "followed" if letter == "E" else "invested"
            key += "" if path else "_none"
        case moves.BotStrengthened(target=target):
            key = "strengthened" if target else "strengthened_none"
        case _:
            return ""
    if isinstance(event, moves.Use):
        action = names.letter(event.letter, 0, model.words)
        key_of_use = "letter_again" if event.use > 1 else "letter"
        place = {"letter": event.letter, "slot": event.slot, "action": action}
        values["letter"] = model.words(f"noria.text.{key_of_use}", **place)
    return model.words(f"noria.bot.{key}", **values)


def _effect(model: Noria, what: str, chamber: Chamber | None, path: str | None) -> str:
    words = model.words
    if chamber is None:
        return words(f"noria.bot.{what}.lost")
    why = "path" if path else "fallback"
    return words(f"noria.bot.{what}.{why}", chamber=names.chamber(chamber, words), name=model.names[0])


def foretold(model: Noria) -> str:
    """Which letters the bot's next turn uses, and how; empty without a bot or after the last turn."""
    view, words = model.view, model.words
    if not view.bot or view.phase == "over":
        return ""
    lines: dict[bool, list[str]] = {False: [], True: []}
    for one in coming(view):
        key = "forecast_extra" if one.extra else "forecast_twice" if one.twice else "forecast_letter"
        action = names.letter(one.disc.kind, view.round, words)
        lines[one.extra].append(words(f"noria.bot.{key}", letter=one.disc.kind, action=action))
    told = [*lines[False], *lines[True]]
    key = "forecast" if told else "forecast_none"
    return words(f"noria.bot.{key}", letters=names.listed(told, words))


def summary(model: Noria) -> list[str]:
    """The turn under way, a short line for each part of it: influence, each disc with what it brought,
    politics; empty while nothing was done."""
    events = model.view.news

    def told(*keys: str) -> list[str]:
        return _briefs(model, [event for event in events if _key(event) in keys])

    return [
        *(line for key in ("placed", "chosen", "entered") for line in told(key)),
        *told("shifted", "modified"),
        *[_did(model, deed) for deed in deeds(events)],
        *told("debated", "debated_alone", "administered"),
        *told("fitted"),
    ]


def _briefs(model: Noria, events: Iterable[NoriaEvent]) -> list[str]:
    lines: list[str] = []
    for run in _runs(events):
        match run[-1]:
            case moves.Travelled(island=number):
                lines.append(names.island(number, model.words))
            case event if key := _key(event):
                lines.append(model.words(f"noria.sum.{key}", **_player_values(model, run)))
            case _:
                pass
    return lines


def _did(model: Noria, deed: Deed) -> str:
    """A disc, whether it was doubled, and what it brought: `S1 journey: island 4, ship (energy)`."""
    words, running, used = model.words, model.view.current.running, deed.disc
    disc = names.slot(used.slot, used.disc, words)
    if used.doubled:
        disc = words("noria.sum.twice", disc=disc)
    if used.targets:
        done = [words("noria.sum.targets", targets=words.all_of(used.targets))]
    elif not used.actions:
        done = [words("noria.sum.link")]
    else:
        done = _briefs(model, [event for event in deed.events if not isinstance(event, moves.Debated)])
    left = running.left - (running.stage != "fresh") if running and running.slot == used.slot else 0
    if left:
        done.append(words("noria.sum.left", n=left))
    return words("noria.sum.did", disc=disc, deeds=names.listed(done, words)) if done else disc


def bot_summary(model: Noria, events: Iterable[NoriaEvent]) -> list[str]:
    """The turn of the bot in a few words for each use of a letter."""
    found = [line for event in events if (line := _bot_brief(event, model.words))]
    return found or [model.words("noria.rival.none")]


def bot_told(model: Noria) -> str:
    """What the bot did since the turn before, at the beginning of a turn; else empty."""
    view = model.view
    events = by_bot(view.before) if view.phase == "influence" and newest(view) is view.before else []
    return model.words("noria.text.bot_did", told=" · ".join(bot_summary(model, events))) if events else ""


def _bot_brief(event: NoriaEvent, words: Words) -> str:
    values = in_words(event, _SAID, words)
    match event:
        case moves.BotRotated(entered=letters, extra=True):
            return words("noria.rival.extra", letters=names.listed(letters, words))
        case moves.BotShip(kind=kind):
            done = words("noria.sum.ship_taken", **values) if kind else ""
        case moves.BotFactory(spot=spot):
            done = words("noria.rival.factory", spot=spot) if spot else ""
        case moves.BotIntrigue(letter=letter, down=down, remove=remove):
            places = [words(f"noria.short.{one.lower()}") if one else "–" for one in (down, remove)]
            return words("noria.rival.intrigue", letter=letter, down=places[0], remove=places[1])
        case moves.BotInvested(path=path, instead=instead):
            key = "none_left" if not path else "instead" if instead else "invested"
            return words(f"noria.rival.{key}", **values)
        case moves.BotStrengthened(target=target):
            return words(f"noria.rival.{'strengthened' if target else 'none_left'}", **values)
        case _:
            return ""
    stop = names.island(event.island, words)
    return words(
        "noria.rival.stop", letter=event.letter, island=stop, what=done or words("noria.rival.cancelled")
    )


# How the table stands


def option_rows(options: Options, words: Words) -> tuple[tuple[str, str], ...]:
    """The options as rows of label and value."""
    assert isinstance(options, NoriaOptions)
    if options.start:
        return ((words("noria.option.start"), words("noria.option.start.typed")),)
    return (
        (words("noria.option.setup"), words(f"noria.option.setup.{options.setup}")),
        (words("noria.option.bot"), words(f"noria.option.bot.{options.bot}")),
    )


def state(model: Noria) -> str:
    """One line: the round and how many there are, or that it is the last one."""
    view, words = model.view, model.words
    if view.phase == "over":
        return words("noria.text.over")
    if not view.round:
        return words("noria.text.setup")
    key = "last_round" if view.round == view.rounds else "round"
    return words(f"noria.text.{key}", round=view.round, rounds=view.rounds)


def turn_line(model: Noria) -> str:
    """Whose turn it is and what is to be done; empty once the game is over."""
    if model.view.phase == "over":
        return ""
    return model.words("noria.text.turn", name=model.names[model.view.active], todo=todo(model))


def todo(model: Noria) -> str:
    """What the active player is about to do."""
    view, running = model.view, model.view.current.running
    here = own(view).ambassador
    return model.words(f"noria.text.todo.{step(view)}", slot=running.slot if running else "", island=here)


def headline(model: Noria) -> str:
    """The line of state below the story of a turn: the round, whose turn it is, what is to be done."""
    if model.view.phase == "over":
        return state(model)
    return model.words("noria.text.headline", state=state(model), turn=turn_line(model))


def against_the_bot(model: Noria) -> str:
    """How the solo game ended, with both scores; empty at other tables."""
    view = model.view
    if view.bot_score is None:
        return ""
    key = "won" if view.scores[0] > view.bot_score else "lost"
    score, bot = signed(view.scores[0]), signed(view.bot_score)
    return model.words(f"noria.text.solo_{key}", name=model.names[0], score=score, bot=bot)


def notes(model: Noria) -> list[str]:
    """What stands below the ranking: how the solo game ended, which rule has broken a tie (section 9)."""
    if against := against_the_bot(model):
        return [against]
    lines, players = list[str](), model.view.players
    knowledge, stock = [each.knowledge for each in players], [each.stock.total for each in players]
    for points, seats in ties(model):
        known = len({knowledge[seat] for seat in seats}) > 1
        key, what = ("knowledge", knowledge) if known else ("stock", stock)
        lines.append(tie_note(model, f"noria.text.tie_{key}", points, seats, what))
    return lines


def text(model: Noria) -> str:
    """All that the reader's pictures show, in words."""
    view, words = model.view, model.words
    parts = [state(model), *filter(None, [turn_line(model)]), *names.cost_lines(model)]
    if so_far := summary(model):
        parts += ["", words("noria.text.turn_so_far"), *so_far]
    parts += ["", words("noria.text.players"), *names.player_lines(model)]
    parts += ["", words("noria.text.paths"), *names.path_lines(model)]
    parts += ["", words("noria.text.chambers"), *names.chamber_lines(model)]
    parts += ["", names.market_line(model), "", *names.island_lines(model), "", *names.wheel_lines(model)]
    parts += filter(None, [foretold(model)])
    if view.setup:
        parts += ["", words("noria.text.start"), *view.setup.splitlines()]
    return "\n".join(parts)


def caption(model: Noria) -> str:
    """The round, and whose turn is the news; at the end that it was the last one."""
    view, words, begun = model.view, model.words, turn_begun(model.view)
    if view.phase == "over":
        return words("noria.panel.caption_over", round=view.round)
    if begun is None:
        return words("noria.panel.caption_begin")
    key = "caption" if begun.round else "caption_start"
    return words(f"noria.panel.{key}", round=begun.round, name=model.names[begun.seat])


def named(model: Noria, move: NoriaMove) -> str:
    """A move in a few words, as whoever's turn it is may make it in this model."""
    words, player = model.words, own(model.view)

    def lies(slot: str, words: Words) -> str:
        return names.on(player.wheel, slot, words)

    def lie(slots: tuple[str, ...], words: Words) -> str:
        return words.all_of(lies(slot, words) for slot in slots)

    here = {**dict.fromkeys(("slot", "one", "other"), lies), "targets": lie}
    found = in_words(move, {**_SAID, **here}, words)
    match move:
        case moves.Activate(double=double, targets=targets):
            key = "activate_for" if targets else "activate_twice" if double else "activate"
        case moves.Chain(slots=()):
            key = "choose_anew"
        case moves.Chain():
            found["discs"] = names.chain(player.wheel, move, words)
            key = "chain"
        case moves.Politics(remove=None):
            key = "politics_alone"
        case moves.Travel(island=None):
            key = "reveal"
        case moves.Fit():
            key = "place"
        case moves.TakeShip(space=space):
            key, kinds = "take_ship", SHIP_KINDS[player.ambassador] if player.ambassador else ()
            kind = dict(enumerate(kinds, start=1)).get(space)
            found["kind"] = names.kind(kind, words) if kind else ""
        case moves.Build(spot=spot):
            key, spots = "build", BOX.islands[player.ambassador].spots if player.ambassador else ()
            made = dict(enumerate(spots, start=1)).get(spot)
            found["brings"] = names.count(*made, words) if made else ""
        case _:
            key = tag(move)
    return words(f"noria.move.{key}", **found)


def effect(model: Noria, move: NoriaMove) -> str:
    """What a legal move leads to: what it brings, opens and leaves."""
    from bot.games.noria import sentences_of_effects

    return sentences_of_effects.effect(model, move)


def proposed(model: Noria, choice: NoriaMove | None) -> Noria:
    """The model as a choice of the reader would make it; only whoever's turn it is has one."""
    if choice is None or model.seat != model.view.active:
        return model
    return replace(model, view=after(model.view, choice))


def proposal(model: Noria, choice: NoriaMove | None) -> list[str]:
    """What a choice would do, said to be not confirmed yet."""
    if choice is None or model.seat != model.view.active:
        return []
    if choice == moves.Travel(None):
        told = [model.words("noria.alt.turn_up")]
    else:
        then = proposed(model, choice)
        told = report(then, then.view.news[len(model.view.news) :])
    return [model.words("noria.alt.proposed", what=line) for line in told]


# Alt texts: the game and the turn first, then the facts a player needs, in at most 1000 characters


def board_alt(model: Noria) -> str:
    """Whose turn it is, the players, the values; paths, islands and market as far as there is room."""

    def parts(model: Noria) -> list[str]:
        return [*names.player_lines(model, key="player_short"), names.values_line(model)]

    return described(
        model, "noria", headline, parts, lambda model: [*names.path_lines(model), *names.island_lines(model)]
    )


def own_alt(model: Noria, choice: NoriaMove | None) -> str:
    """What a choice would do, the turn so far, the own wheel and what there is to pay with."""

    def parts(model: Noria) -> list[str]:
        return [*proposal(model, choice), *summary(model), *names.own_lines(proposed(model, choice))]

    return described(model, "noria", headline, parts, lambda model: [names.market_line(model)])


def chambers_alt(model: Noria, down: Chamber | None) -> str:
    """The chamber in which a politician goes down, all chambers, the own wheel and what is in stock."""

    def parts(model: Noria) -> list[str]:
        chosen = [capital(names.chamber(down, model.words))] if down else []
        return [*chosen, *names.chamber_lines(model), *names.own_lines(model)]

    return described(model, "noria", headline, parts)


def forecast_alt(model: Noria) -> str:
    """The own wheel as it will be after this turn; `model` is of the table as it will be."""
    return described(
        model,
        "noria",
        headline,
        lambda model: [model.words("noria.picture.forecast"), *names.own_lines(model)],
    )


def rival_alt(model: Noria) -> str:
    """The bot's wheel, what comes next, what the bot did last."""

    def parts(model: Noria) -> list[str]:
        return [*names.bot_lines(model), names.wheel_lines(model)[-1], foretold(model)]

    return described(model, "noria", headline, parts, lambda model: report(model, by_bot(newest(model.view))))
