"""`/table plan`: what somebody wants done once a decision is theirs, seen by nobody else."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from bot.discord import panel
from bot.discord.at_table import at_table
from bot.discord.content import IN_A_ROW, MENU, Button, Content, Entry, Menu, Row, chosen, number, page_of
from bot.discord.presenter import Presenter, presenter_of
from bot.discord.router import Call, on
from bot.discord.steps import Choice
from bot.discord.view_models import owing, rules, view_model
from bot.games.contract import Refusal, Seat
from bot.games.planning import ASK, Plan
from bot.tables.model import Moment, Status, Table
from bot.text import Words
from bot.view_model import ViewModel

WISH, LIKELY, ANSWER, CLEAR = "plans.wish", "plans.likely", "plans.answer", "plans.clear"
PAGE = "page "
"""Stands before the number of a page, in a line that leads there."""


@at_table("table.plan", command="plan")
async def show(call: Call, table: Table) -> Content:
    """The plan as it stands, with what can be added. Refusals: not_started, over, not_seated, no_plans."""
    if not table.status.active:
        raise Refusal("over")
    if table.status is not Status.PLAYING:
        raise Refusal("not_started")
    seat = table.seat_of(call.person.id)
    if seat is None:
        raise Refusal("not_seated")
    plan = await call.tables.plans.planned(table.id, call.person.id)
    return _content(call, await call.tables.queries.now_at(table.id), seat, plan)


@on(WISH)
async def _wish(call: Call) -> Content:
    """A line of the menu of a step, which may lead to another page of it."""
    step, wish = number(call.id.rest.partition("/")[0]), call.value
    if wish.startswith(PAGE):
        plan = await call.tables.plans.planned(call.id.table, call.person.id)
        return await _again(call, plan, {step: number(wish.removeprefix(PAGE))})
    return await _again(call, await call.tables.plans.wish_for(call.id.table, call.person.id, step, wish))


@on(LIKELY)
async def _likely(call: Call) -> Content:
    """A button below the menu of a step."""
    step, _, wish = call.id.rest.partition("/")
    plan = await call.tables.plans.wish_for(call.id.table, call.person.id, number(step), wish)
    return await _again(call, plan)


@on(ANSWER)
async def _answer(call: Call) -> Content:
    name, value = call.id.rest, call.value
    return await _again(call, await call.tables.plans.answer_with(call.id.table, call.person.id, name, value))


@on(CLEAR)
async def _clear(call: Call) -> Content:
    """The steps of the plan go; standing answers stay."""
    return await _again(call, await call.tables.plans.clear_plan(call.id.table, call.person.id))


async def _again(call: Call, plan: Plan, pages: Mapping[int, int] | None = None) -> Content:
    """The panel once the plan has changed, or with other pages of its menus."""
    moment = await call.tables.queries.now_at(call.id.table)
    seat = moment.table.seat_of(call.person.id)
    assert seat is not None, "whoever plans sits there"
    return _content(call, moment, seat, plan, pages)


def _content(
    call: Call, moment: Moment, seat: Seat, plan: Plan, pages: Mapping[int, int] | None = None
) -> Content:
    table, speak, game = moment.table, call.words, rules(moment.table)
    planning, shown, presenter = game.planning, view_model(moment, seat, speak), presenter_of(table.game)
    if planning is None:
        raise Refusal("no_plans")

    def before(at: int) -> ViewModel[Any]:
        return replace(shown, view=planning.foreseen(shown.view, seat, plan.steps[:at]))

    def named(at: int, wishes: Sequence[str]) -> str:
        return speak("plan.else").join(presenter.wish(before(at), wish) for wish in wishes)

    lines = [f"{at + 1}. {named(at, wishes)}" for at, wishes in enumerate(plan.steps)]
    lines += [f"- {speak(f'{table.game}.plan.{name}.{value}')}" for name, value in plan.answers]
    menus: list[Row] = []
    due = seat in owing(moment) and planning.meets(shown.view, seat)
    for at in range(0 if due else len(plan.steps) + 1):
        wishes = [
            wish for wish in planning.wishes(shown.view, seat, plan.steps[:at]) if not _has(plan, at, wish)
        ]
        if wishes:
            label = _label(table, at, speak, again=planning.ranked and at < len(plan.steps))
            page, there = (pages or {}).get(at, 0), before(at)
            entries = _lines(wishes, page, partial(_line, presenter, there), speak)
            menus.append(Menu(WISH, label, entries, f"{at}/{page}" if page else str(at)))
            short = {wish: presenter.short_wish(there, wish) for wish in wishes}
            likely = [Button(LIKELY, name, f"{at}/{wish}") for wish, name in short.items() if name]
            menus += [tuple(likely[:IN_A_ROW])] if likely else []
    menus = menus if planning.ranked else menus[-2:]
    for name, values in planning.answers.items():
        now = dict(plan.answers).get(name, ASK)
        entries = (
            Entry(speak("plan.ask"), ASK),
            *(Entry(speak(f"{table.game}.plan.{name}.{value}"), value) for value in values),
        )
        menus.append(Menu(ANSWER, speak(f"{table.game}.plan.{name}"), chosen(entries, now), name))
    last = [Button("table.move", speak("table.move"), style="primary")]
    if plan.steps:
        last.append(Button(CLEAR, speak("plan.clear")))
    texts = (
        speak("plan.ended") if plan.ended else "",
        speak("plan.title") if lines else "" if due else speak("plan.none"),
        "\n".join(lines),
        speak("refusal.plan_now") if due and not plan.steps else f"-# {speak('plan.how')}",
        panel.head(call, table),
    )
    pictures = presenter.panel(shown, Choice()).drawings
    return Content(
        tuple(filter(None, texts)), pictures, (*menus, tuple(last)), table=table.id, turn=moment.turn
    )


def _line(presenter: Presenter, there: ViewModel[Any], wish: str) -> Entry:
    return Entry(presenter.wish(there, wish), wish, presenter.about_wish(there, wish))


def _lines(wishes: Sequence[str], at: int, line: Callable[[str], Entry], speak: Words) -> tuple[Entry, ...]:
    """A page of wishes, with the lines that lead to the ones beside it where there are several."""
    if len(wishes) <= MENU:
        return tuple(map(line, wishes))
    size = MENU - 2
    shown, at, pages = page_of(wishes, at, size)
    entries = [*map(line, shown)]
    if at > 0:
        entries.insert(0, Entry(speak("plan.earlier", n=at * size), f"{PAGE}{at - 1}"))
    if at + 1 < pages:
        entries.append(Entry(speak("plan.further", n=len(wishes) - (at + 1) * size), f"{PAGE}{at + 1}"))
    return tuple(entries)


def _has(plan: Plan, step: int, wish: str) -> bool:
    return step < len(plan.steps) and wish in plan.steps[step]


def _label(table: Table, step: int, speak: Words, *, again: bool) -> str:
    """What the menu of a step asks: the first wish for it, or (`again`) what else; those for which a game has
    no question of their own ask like the last one that has."""
    key = next(key for at in range(step + 1, 0, -1) if (key := f"{table.game}.plan.step{at}") in speak)
    asked = speak(key, n=step + 1)
    return speak("plan.more", step=asked) if again else asked
