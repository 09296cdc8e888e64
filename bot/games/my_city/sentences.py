"""My City: Roll & Build in sentences: reports of events, the state of the table, alt texts, panels, moves."""

from collections.abc import Callable, Iterable, Iterator
from typing import cast

from bot import view_model
from bot.games.contract import Move, Options, Outcome, Refusal, Seat, heard
from bot.games.my_city import moves, scoring, sentences_of_effects as effects, sentences_of_score as score
from bot.games.my_city.cells import Cells, Roll
from bot.games.my_city.city import BOXES, EPISODES
from bot.games.my_city.ghost import ghost_of
from bot.games.my_city.legal import FIRST, Task, had_to_stop, in_round, pass_boxes, refusal, task_of
from bot.games.my_city.moves import MyCityEvent, MyCityMove, MyCityView
from bot.games.my_city.preview import ends_round, odds, pass_worth, proposal
from bot.games.my_city.sentences_of_score import City
from bot.text import Words, plus, signed
from bot.view_model import MOST, Said, alt_text, by_name, capital, headed, sentences, tag

_SAID: Said = {"cells": lambda cells, words: words.listed(cells)}
"""How the fields of events are said."""


def option_rows(options: Options, words: Words) -> tuple[tuple[str, str], ...]:
    """The options that count, as rows of label and value."""

    def episode(number: int) -> str:
        return score.titled(number, words)

    def chapter(number: int) -> str:
        return words("my_city.text.titled", number=number, title=words(f"my_city.chapter.{number}"))

    return view_model.option_rows("my_city", options, words, {"episode": episode, "chapter": chapter})


def state(model: City) -> str:
    """One line: which episode, which round of it, or what comes next."""
    view, words = model.view, model.words
    if view.phase == "over":
        return words("my_city.text.over")
    if not view.episode:
        return words("my_city.text.choose_first")
    episode = score.episode_name(view.episode, words)
    if view.phase == "between":
        return words("my_city.text.episode_over", episode=capital(episode))
    here = words("my_city.text.round", episode=episode, round=view.round)
    return words("my_city.text.last_episode", state=here) if scoring.is_last(view) else here


def headline(model: City) -> str:
    """The line of state below the story of a round: where the game is, and what the dice ask for."""
    view, words = model.view, model.words
    if view.phase == "round" and view.roll is not None:
        return words("my_city.text.headline", state=state(model), roll=rolled(view, view.roll, words))
    if view.phase == "between" and scoring.free_order(view.options):
        return words("my_city.text.next", state=state(model), name=model.names[0])
    return state(model)


def rolled(view: MyCityView, roll: Roll, words: Words) -> str:
    """What a roll asks for in this episode: a building, or what the compass brings."""
    building = score.task_name(Task(roll.type, roll.shape), words)
    compass = EPISODES[view.episode].compass
    if not roll.compass or compass is None:
        return building
    return words(f"my_city.text.compass.{compass}", building=building)


def report(model: City, events: Iterable[MyCityEvent]) -> list[str]:
    """What a step made happen for everybody's ears, a sentence for each fact."""
    told = heard(events, None)
    alone = all(isinstance(event, moves.Decided) for event in told)
    return [line for event in told for line in _told(model, event, alone=alone)]


def _told(model: City, event: MyCityEvent, *, alone: bool) -> list[str]:
    words, found = model.words, by_name(model, event, _SAID)
    match event:
        case moves.Decided(changed=changed):
            return [words(f"my_city.report.{'changed' if changed else 'decided'}", **found)] if alone else []
        case moves.Built(kind=kind):
            return [words(f"my_city.report.built.{kind}", **found)]
        case moves.Passed(ticks=ticks, points=points):
            return [words("my_city.report.passed", **{**found, "points": signed(points)}, n=ticks)]
        case moves.Stopped(seat=seat, full=full):
            key = "full" if full else "forced" if had_to_stop(model.view, seat) else "stopped"
            return [words(f"my_city.report.{key}", **found)]
        case moves.BonusWon(kind=kind, seats=seats):
            who = words.all_of(model.names[seat] for seat in seats)
            return [words(f"my_city.report.first.{kind}", names=who)]
        case moves.Rolled(round=number, roll=roll):
            return [words("my_city.report.rolled", round=number, roll=rolled(model.view, roll, words))]
        case moves.EpisodeBegun():
            return _begun(model, event)
        case moves.EpisodeScored():
            return _scored(model, event)
        case moves.GameOver():
            return [words("my_city.text.over")]


def _begun(model: City, event: moves.EpisodeBegun) -> list[str]:
    words, printed = model.words, EPISODES[event.episode].printed_bandits
    lines = [words("my_city.report.begun", episode=capital(score.episode_name(event.episode, words)))]
    for name, bandits in zip(model.names, event.bandits, strict=True):
        left = [score.bandit_name(event.episode, one, words) for one in bandits if one not in printed]
        if left:
            lines.append(words("my_city.report.left_over", name=name, bandits=words.all_of(left)))
    return lines


def _scored(model: City, event: moves.EpisodeScored) -> list[str]:
    words, points = model.words, _has(model, event.points, best=True)
    lines = [words("my_city.report.scored", episode=event.episode, points=points)]
    for name, bags in zip(model.names, event.bags, strict=True):
        if bags and scoring.bags_count(model.view, event.episode):
            lines.append(words("my_city.report.bags", name=name, n=bags))
    for name, bandits in zip(model.names, event.bandits, strict=True):
        if bandits:
            loose = words.all_of(score.bandit_name(event.episode, one, words) for one in bandits)
            lines.append(words("my_city.report.loose", name=name, bandits=loose))
    return lines + chapter_lines(model, EPISODES[event.episode].chapter)


def _has(model: City, points: tuple[int, ...], *, best: bool = False) -> str:
    """Who has how many points, by seat or the best first."""
    words, pairs = model.words, zip(points, model.names, strict=True)
    told = sorted(pairs, key=lambda pair: -pair[0]) if best else pairs
    has = [words("my_city.text.has", name=name, points=signed(one)) for one, name in told]
    return words.listed(has)


def story(model: City) -> str:
    """What the newest round or the begin of an episode has brought; the next roll is told by the headline."""
    news = cast("tuple[MyCityEvent, ...]", model.events)
    lines = report(model, (event for event in news if not isinstance(event, moves.Rolled)))
    return "\n".join([*lines, *opening(model)])


def opening(model: City) -> tuple[str, ...]:
    """In the first round of an episode, what it tells (5.6), and what there is to know for it (5.5)."""
    view, words = model.view, model.words
    if not view.episode or view.last is not None or view.round > 1:
        return ()
    story, here = f"*{words(f'my_city.story.{view.episode}')}*", words(f"my_city.here.{view.episode}")
    if not scoring.bags_to_win(view):
        return story, here
    which = f"{view.episode}_alone" if scoring.ranks_bags(view.episode) and view.seats == 1 else view.episode
    return story, here, words(f"my_city.bags.{which}")


def caption(model: City) -> str:
    """The episode, and the round that was decided last in it."""
    view, words = model.view, model.words
    if not view.episode:
        return words("my_city.panel.caption_campaign")
    if view.last is None:
        title = words(f"my_city.episode.{view.episode}")
        return words("my_city.panel.caption_begin", number=view.episode, title=title)
    key = "caption" if view.phase == "round" else "caption_end"
    return words(f"my_city.panel.{key}", episode=view.episode, round=view.last.round)


def still_to_choose(model: City) -> str:
    """Of several players in the round, who has still to choose."""
    view, words = model.view, model.words
    asked = [seat for seat in range(view.seats) if in_round(view, Seat(seat))]
    missing = [model.names[seat] for seat in asked if not view.decided[seat]]
    if not missing or view.seats == 1:
        return ""
    done, listed = len(asked) - len(missing), words.all_of(missing)
    if not done and len(asked) == view.seats:
        return words("my_city.panel.waiting_all")
    if len(asked) == 1:
        return words("my_city.panel.waiting_one", names=listed)
    return words("my_city.panel.waiting", done=done, all=len(asked), names=listed)


def named(model: City, move: MyCityMove) -> str:
    """A move in a few words."""
    words = model.words
    match move:
        case moves.Build(cells=cells):
            return words(f"my_city.move.{tag(move)}", spot=spot(cells, words))
        case moves.Begin(episode=episode):
            return words("my_city.move.begin", episode=score.episode_name(episode, words))
        case _:
            return words(f"my_city.move.{tag(move)}")


def trying(model: City, seat: Seat, task: Task, choice: moves.Chosen, *, nowhere: bool) -> tuple[str, ...]:
    """The panel while a choice is tried out: what is asked for, that it can't be passed, what was chosen
    already, what this choice would bring, and that it ends the round."""
    view, words = model.view, model.words
    what = score.task_name(task, words)
    key = "chosen_own" if view.may_roll else "chosen"
    made = "" if view.choice is None else words(f"my_city.panel.{key}", move=named(model, view.choice))
    ahead = words("my_city.panel.ahead", round=view.round, slowest=view.slowest) if view.ahead else ""
    no, stays = refusal(view, seat, choice), refusal(view, seat, moves.Pass())
    if no is None:
        tried = score.gain_line(model, seat, choice)
        if choice != view.choice:
            tried = words("my_city.panel.tried", move=named(model, choice), gain=tried)
    elif nowhere and (worth := pass_worth(view, seat)):
        tried = words("my_city.panel.nowhere", n=worth.cost, points=f"{worth.gain:.1f}")
    else:
        why = words(f"refusal.{no.code}", **no.data)
        tried = words("my_city.panel.impossible", move=named(model, choice), why=why)
    return (
        *opening(model),
        words("my_city.panel.task", episode=view.episode, round=view.round, what=what),
        words(f"refusal.{stays.code}", **stays.data) if stays and stays.code != "no_passing" else "",
        ahead,
        made,
        tried,
        "" if view.choice else final(model, seat, choice),
    )


def scored(model: City, seat: Seat, choice: moves.Chosen) -> str:
    """The score row by row, with what a choice would change."""
    return "\n".join(score.score_lines(model, seat, choice, brief=True))


def effect(model: City, move: MyCityMove) -> str:
    """What a building leads to; what the sheet would be worth right after a pass, or stays worth; what else a
    move begins or ends."""
    if type(move) is moves.Build and model.seat is not None:
        return effects.built(model, model.seat, move)
    if isinstance(move, moves.Build | moves.Pass) and model.seat is not None:
        return score.gain_line(model, model.seat, move)
    points = signed(model.view.points[model.seat or 0])
    return model.words(f"my_city.effect.{tag(move)}", points=points)


def final(model: City, seat: Seat, choice: moves.Chosen) -> str:
    """That a choice made now ends the round, or of the last one in the episode what it leads to; empty where
    it does not."""
    if not ends_round(model.view, seat):
        return ""
    others = [other for other in range(model.view.seats) if other != seat]
    if any(in_round(model.view, Seat(other)) for other in others):
        return model.words("my_city.panel.final")
    ends = isinstance(choice, moves.Stop | moves.BuildAndStop)
    return model.words(f"my_city.panel.final_{'stop' if ends else 'alone'}")


def sure(model: City, seat: Seat, choice: moves.Chosen) -> tuple[str, str]:
    """What a choice means, before it is confirmed, of a building also what it brings; and whether it ends the
    round."""
    words, boxes = model.words, pass_boxes(model.view, seat) or 0
    match choice:
        case moves.Stop():
            told = words("my_city.panel.stop_sure")
        case moves.Build():
            gain = score.gain_line(model, seat, choice)
            told = words(f"my_city.panel.{tag(choice)}_sure", move=named(model, choice), gain=gain)
        case moves.Pass():
            told = words("my_city.panel.pass_sure", points=signed(_pass_worth(model.view, seat)), n=boxes)
    return told, final(model, seat, choice)


def passing(model: City, seat: Seat) -> str:
    """**Pass** with what it costs, if this seat may pass."""
    if refusal(model.view, seat, moves.Pass()) is not None:
        return model.words("my_city.panel.pass")
    return model.words("my_city.panel.pass_for", points=signed(_pass_worth(model.view, seat)))


def _pass_worth(view: MyCityView, seat: Seat) -> int:
    """The value of the last box that a pass would tick."""
    return scoring.pass_points(min(view.sheets[seat].ticks + (pass_boxes(view, seat) or 0), BOXES))


def next_episode(model: City, move: Move | None) -> str:
    """The question between the episodes of a campaign in free order, or what a `move` means."""
    view, words = model.view, model.words
    match move:
        case moves.Begin(episode=episode):
            return words("my_city.panel.begin_sure", episode=score.episode_name(episode, words))
        case moves.Finish():
            return words("my_city.panel.finish_sure", n=len(view.results))
        case _:
            return words("my_city.panel.next" if view.results else "my_city.panel.first")


def begins(model: City, move: moves.Begin) -> str:
    """Number and title of the episode that the move begins."""
    return score.titled(move.episode, model.words)


def of_chapter(episode: int, words: Words) -> str:
    """The chapter of an episode."""
    chapter = EPISODES[episode].chapter
    return words("my_city.panel.of_chapter", number=chapter, title=words(f"my_city.chapter.{chapter}"))


def watching(model: City) -> str:
    """What somebody is told who has nothing to choose: whether they have left, else how the table stands."""
    left = model.view.phase == "round" and model.seat is not None
    return model.words("refusal.left_episode") if left else headline(model)


def settled(model: City) -> str:
    """What has become of the reader's choice, or that the reader had none or has left."""
    view, words, seat = model.view, model.words, model.seat
    if view.phase == "over" and seat == FIRST and scoring.episodes_left(view):
        return words("my_city.panel.settled", move=named(model, moves.Finish()))
    choice = view.last.choices[seat] if view.last and seat is not None else None
    if choice is not None and seat is not None:
        key = "settled_forced" if had_to_stop(view, seat) else "settled"
        return words(f"my_city.panel.{key}", move=named(model, choice))
    left = view.phase == "round" and seat is not None and view.sheets[seat].stopped
    return words("refusal.left_episode" if left else "my_city.panel.settled_over")


def spot(cells: Cells, words: Words, gain: int | None = None) -> str:
    """The short label of a spot: its upper left cell, how the shape is turned and flipped, and what it would
    change the score by, if that is given."""
    ghost = ghost_of(cells)
    parts = [ghost.at]
    if ghost.turn:
        parts.append(words("my_city.text.turned", degrees=90 * ghost.turn))
    if ghost.flip:
        parts.append(words("my_city.text.flipped"))
    if gain is not None:
        parts.append(plus(gain))
    return words("my_city.text.dot").join(parts)


def why(no: Refusal, words: Words) -> str:
    """Why something can't be built or chosen, in a few words: for the picture, where no sentence fits."""
    return words(f"my_city.why.{no.code}", **no.data)


def bonus_lines(model: City) -> Iterator[str]:
    """A line for each first-come bonus: who has won it, or that it is open; and for what earns gold bags."""
    view, words = model.view, model.words
    gone = {bonus.kind: bonus.seats for bonus in view.bonuses}
    for kind in EPISODES[view.episode].first_come:
        names = words.all_of(model.names[seat] for seat in gone.get(kind, ()))
        key, terrain = "gone" if kind in gone else "open", words(f"my_city.terrain.{kind}")
        yield words(f"my_city.text.bonus.{key}", kind=terrain, names=names)
    for goal, bags in scoring.bags_to_win(view).items():
        clean = goal == "never_passed"
        told = words("my_city.score.never_passed" if clean else f"my_city.terrain.{goal}")
        yield words(f"my_city.text.earns.{'clean' if clean else 'all'}", goal=told, n=bags)


def last_round(model: City) -> list[str]:
    """What everybody did in the newest finished round of the episode, in a few words each."""
    view, words = model.view, model.words
    if view.last is None:
        return []
    did: list[str] = []
    for name, sheet, choice in zip(model.names, view.sheets, view.last.choices, strict=True):
        if choice is not None:
            kind = next((one.kind for one in sheet.drawn if one.cells == getattr(choice, "cells", ())), "")
            told = _did(choice, kind, sheet.ticks, words)
            did.append(words("my_city.text.did", name=name, choice=told))
    choices = words("my_city.text.semicolon").join(did)
    return [words("my_city.text.last_round", round=view.last.round, choices=choices)]


def _did(choice: moves.Chosen, kind: str, ticks: int, words: Words) -> str:
    match choice:
        case moves.Build(cells=cells) | moves.BuildAndStop(cells=cells):
            where = words.listed(cells)
            return words(f"my_city.text.{tag(choice)}", kind=words(f"my_city.kind.{kind}"), cells=where)
        case moves.Pass():
            return words("my_city.text.pass", points=signed(scoring.pass_points(ticks)))
        case moves.Stop():
            return words("my_city.text.stop")


def text(model: City) -> str:
    """All that the reader's pictures show, in words: the sheets cell by cell, the score row by row."""
    view, words = model.view, model.words
    parts = [headline(model)]
    if view.episode:
        parts += bonus_lines(model)
        parts += ["", words("my_city.text.sheet"), *score.printed_lines(view.episode, words)]
        for seat in map(Seat, range(view.seats)):
            parts += ["", *score.seat_lines(model, seat)]
        if model.seat is not None:
            parts += ["", words("my_city.text.your_score"), *score.score_lines(model, model.seat)]
            parts += own_lines(model, model.seat)
    if len(view.results) > 1 or (view.results and view.phase != "over"):
        parts += ["", *standing_lines(model)]
    return "\n".join(parts)


def own_lines(model: City, seat: Seat) -> list[str]:
    """What the reader is asked to build, the own choice, how often each shape comes."""
    view, words = model.view, model.words
    asked = task_of(view, seat)
    if asked is None:
        return []
    lines = ["", score.asked_line(asked, words)]
    if view.choice is not None:
        lines.append(words("my_city.text.chosen", choice=choice_name(model, seat, view.choice)))
    counted = [
        words("my_city.text.often", shape=words(f"my_city.shape.{shape.lower()}"), n=n)
        for shape, n in odds(view, seat)
    ]
    return [*lines, words("my_city.text.odds", shapes=words.listed(counted))]


def choice_name(model: City, seat: Seat, choice: moves.Chosen) -> str:
    """A choice for the present round in a few words."""
    asked, ticks = task_of(model.view, seat), model.view.sheets[seat].ticks
    assert asked is not None, "only a seat in the round chooses"
    after = min(ticks + (pass_boxes(model.view, seat) or 0), BOXES)
    return _did(choice, asked.kind, after, model.words)


def score_table(model: City) -> list[str]:
    """The newest finished episode, a line for each player, the best first: points and what they come from."""
    words, result = model.words, model.view.results[-1]
    lines: list[str] = []
    for seat in sorted(range(model.view.seats), key=lambda seat: -result.points[seat]):
        made = [
            words("picture.alt_part", what=score.row_name(row.key, words), points=signed(row.points))
            for row in result.rows[seat]
            if row.points
        ]
        told = {"points": signed(result.points[seat]), "parts": words.listed(made)}
        lines.append(words("my_city.text.scored", name=model.names[seat], **told))
    return lines


def standing_lines(model: City) -> list[str]:
    """The standings: totals, chapters that have begun, grades of somebody who plays alone."""
    view, words = model.view, model.words
    lines = [words("my_city.text.standings", n=len(view.results))]
    placed = zip(Outcome.ranked(view.totals), view.totals, model.names, strict=True)
    for place, total, name in sorted(placed, key=lambda item: item[0]):
        lines.append(words("my_city.text.place", place=place, name=name, points=signed(total)))
    for item in scoring.chapter_totals(view.results, view.seats):
        named = {"number": item.chapter, "title": words(f"my_city.chapter.{item.chapter}")}
        lines.append(words("my_city.text.chapter", **named, points=_has(model, item.points)))
    return lines + notes(model)


def chapter_lines(model: City, only: int = 0) -> list[str]:
    """Who has won each finished chapter of a campaign, or `only` this one; nobody who plays alone has."""
    view, words, lines = model.view, model.words, list[str]()
    if view.options.mode != "campaign" or view.seats < 2:
        return lines
    for item in scoring.chapter_totals(view.results, view.seats):
        if item.complete and only in (0, item.chapter):
            best, title = max(item.points), words(f"my_city.chapter.{item.chapter}")
            names = [name for name, one in zip(model.names, item.points, strict=True) if one == best]
            named = {"number": item.chapter, "title": title, "names": words.all_of(names)}
            lines.append(words("my_city.report.chapter", **named, points=signed(best)))
    return lines


def notes(model: City) -> list[str]:
    """The grades that somebody who plays alone has reached."""
    words, lines = model.words, list[str]()
    for grade in scoring.grades(model.view.results):
        key, name = "chapter" if grade.chapter else "campaign", words(f"my_city.grade.{grade.name}")
        points = signed(grade.points)
        lines.append(words(f"my_city.text.grade.{key}", number=grade.chapter, points=points, grade=name))
    return lines


def alt_board(model: City, state: str = "") -> str:
    """The dice, who has chosen, every score, then what everybody did last; the sheets as far as there is
    room. A `state` takes the place of the dice and of what is owed."""

    def players(model: City) -> Iterator[str]:
        for seat, sheet in enumerate(model.view.sheets):
            told = {"points": signed(model.view.points[seat]), "status": score.status(model, Seat(seat))}
            yield model.words("my_city.alt.player", name=model.names[seat], n=sheet.ticks, **told)

    def sheets(model: City) -> Iterator[str]:
        for seat, name in enumerate(model.names):
            drawn, *more = score.seat_lines(model, Seat(seat))[1:]
            yield model.words("my_city.text.did", name=name, choice=drawn)
            yield from more

    return _short(model, players, bonus_lines, last_round, sheets, state=state)


def alt_own(model: City, choice: moves.Chosen | None) -> str:
    """What is asked, what a choice would do; the score and the sheet as far as there is room."""
    seat = model.seat
    assert seat is not None, "a sheet belongs to a seat"

    def facts(model: City) -> list[str]:
        words = model.words
        asked, shown = task_of(model.view, seat), proposal(model.view, seat, choice)
        lines = [score.asked_line(asked, words)] if asked else []
        if shown is None:
            return lines
        named = choice_name(model, seat, shown.choice)
        if shown.refusal is not None:
            return [*lines, words("my_city.alt.refused", choice=named, why=why(shown.refusal, words))]
        key = "chosen" if shown.made else "proposed"
        gain = score.gain_line(model, seat, shown.choice)
        return [*lines, words(f"my_city.alt.{key}", choice=named), gain]

    return _short(
        model,
        facts,
        lambda model: [score.short_score(model, seat, choice)],
        lambda model: score.seat_lines(model, seat),
        lambda model: score.score_lines(model, seat, choice),
    )


def alt_scores(model: City) -> str:
    """The points of every player in the newest finished episode, and what they come from."""
    title = capital(score.episode_name(model.view.results[-1].episode, model.words))
    return _short(model, score_table, state=model.words("my_city.text.episode_over", episode=title))


def alt_standings(model: City) -> str:
    """Totals, chapters, grades."""
    return _short(model, standing_lines)


def alt_episodes(model: City, state: str = "") -> str:
    """The episodes of the table, and which of them were played; what is owed, unless there is a `state`."""
    words, played = model.words, {result.episode for result in model.view.results}
    lines: list[str] = []
    for number in scoring.plan(model.view.options):
        key = "played" if number in played else "open"
        lines.append(words(f"my_city.alt.episode.{key}", episode=score.titled(number, words)))
    return _short(model, lambda _: lines, state=state)


def _short(
    model: City,
    parts: Callable[[City], Iterable[str]],
    *more: Callable[[City], Iterable[str]],
    state: str = "",
) -> str:
    """The game and its state, the parts, and what is only useful as long as it fits, each as a whole."""

    def whole(shown: City) -> str:
        lines = [headed(shown, "my_city", state or headline(shown)), *parts(shown)]
        for extra in more:
            longer = [*lines, *extra(shown)]
            lines = longer if len(sentences(shown, longer)) <= MOST else lines
        return sentences(shown, lines)

    return alt_text(model, whole)
