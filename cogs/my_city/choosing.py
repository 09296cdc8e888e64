"""A round in the private panel: steering the building over the own sheet, building, passing, stopping."""

from __future__ import annotations

from dataclasses import replace

from bot.discord.content import Button, Content, Entry, Menu, Row, Style
from bot.discord.layout import ENTRIES
from bot.discord.presenter import confirming
from bot.discord.router import refused
from bot.games.contract import Seat
from bot.games.my_city.cells import Cells
from bot.games.my_city.ghost import STEPS, changes, ghost_of
from bot.games.my_city.legal import in_round, pass_boxes, refusal
from bot.games.my_city.moves import Build, Chosen, Pass, Stop
from bot.games.my_city.placing import Task
from bot.games.my_city.preview import Offer, ends_round, offers
from bot.games.my_city.scoring import pass_points
from bot.games.my_city.view import MyCityView
from bot.text import Words
from cogs.my_city.choice import PASS, STOP, Aim, aim_from, first_aim
from cogs.my_city.naming import move_name
from render.my_city import names, own
from render.my_city.score_words import gain_line, score_lines
from render.my_city.words import spot
from render.ranking import signed
from render.scene import Scene

City = Scene[MyCityView]
PAGE = ENTRIES - 2
"""Spots on a page of the menu, which has a line for the page before and one for the next."""
FINAL = "!"
"""What **Build** carries where the panel says that it ends the round."""
_ARROWS = {"left": "←", "up": "↑", "down": "↓", "right": "→"}


def panel(scene: City, seat: Seat, task: Task, choice: str) -> Content:
    """The sheet with the building on it and all that can be done about it."""
    view = scene.view
    found = offers(view, seat)
    if choice == STOP or (choice == PASS and refusal(view, seat, Pass()) is None):
        return _sure(scene, seat, Stop() if choice == STOP else Pass())
    aim = aim_from(choice)
    aimed = aim or first_aim(view, seat, task, found)
    aimed = aimed.at(aimed.ghost.inside(task.shape))
    # Opened anew, the panel shows what was chosen; a building is where the steering begins.
    shown = view.choice if aim is None and view.choice is not None else Build(aimed.ghost.cells(task.shape))
    texts = [_task(scene, task), _chosen(scene), _tried(scene, seat, shown, found), _final(scene, seat)]
    if aimed.told:
        texts.append("\n".join(score_lines(scene, seat, shown)))
    build = Build(aimed.ghost.cells(task.shape))
    rows = (
        *_steering(task, aimed, scene.words),
        *_jumping(scene, aimed, build.cells, found),
        _deciding(scene, seat, build, fits=bool(found)),
    )
    return Content(tuple(texts), (own(scene, shown),), rows)


def _sure(scene: City, seat: Seat, choice: Pass | Stop) -> Content:
    """Passing or stopping, shown with what it means, to be confirmed."""
    words = scene.words
    if isinstance(choice, Stop):
        text, confirm = (
            words("my_city.panel.stop_sure"),
            confirming("mycity.stopped", STOP, words, style="danger"),
        )
    else:
        boxes, costs = pass_boxes(scene.view, seat) or 0, pass_worth(scene.view, seat) or 0
        text = words("my_city.panel.pass_sure", points=signed(costs), n=boxes)
        confirm = confirming("mycity.passed", PASS, words)
    return Content((text, _final(scene, seat)), (own(scene, choice),), (confirm,))


def _task(scene: City, task: Task) -> str:
    view = scene.view
    what = names.task(task, scene.words)
    return scene.words("my_city.panel.task", episode=view.episode, round=view.round, what=what)


def _chosen(scene: City) -> str:
    """What the reader has chosen already."""
    if scene.view.choice is None:
        return ""
    return scene.words("my_city.panel.chosen", move=move_name(scene, scene.view.choice))


def _tried(scene: City, seat: Seat, choice: Chosen, found: list[Offer]) -> str:
    """What the choice that is shown would bring, or why it can't be made."""
    view, words = scene.view, scene.words
    why, move = refusal(view, seat, choice), move_name(scene, choice)
    if why is not None:
        nowhere = "" if found else words("my_city.panel.nowhere")
        impossible = words("my_city.panel.impossible", move=move, why=refused(words, why))
        return "\n".join(part for part in (impossible, nowhere) if part)
    return words("my_city.panel.tried", move=move, gain=gain_line(scene, seat, choice))


def _final(scene: City, seat: Seat) -> str:
    """That a choice made now can't be changed."""
    if not ends_round(scene.view, seat):
        return ""
    others = [other for other in range(scene.view.seats) if other != seat]
    alone = not any(in_round(scene.view, Seat(other)) for other in others)
    return scene.words("my_city.panel.final_alone" if alone else "my_city.panel.final")


def _steering(task: Task, aim: Aim, words: Words) -> tuple[Row, Row]:
    """Four arrows, then turning, flipping and the score; what would change nothing can't be pressed."""
    buttons: dict[str, Button] = {}
    for step in STEPS:
        after = aim.ghost.steered(task.shape, step)
        label = _ARROWS.get(step) or words(f"my_city.panel.{step}")
        idle = not changes(task.shape, step) if step in ("turn", "flip") else after == aim.ghost
        # The letter in front only keeps the custom_ids of one message apart.
        buttons[step] = Button("mycity.steer", label, f"{step[0]}{aim.at(after)}", disabled=idle)
    tell = words("my_city.panel.untold" if aim.told else "my_city.panel.told")
    score = Button("mycity.steer", tell, f"s{replace(aim, told=not aim.told)}")
    return tuple(buttons[step] for step in _ARROWS), (buttons["turn"], buttons["flip"], score)


def _jumping(scene: City, aim: Aim, here: Cells, found: list[Offer]) -> tuple[Row, ...]:
    """The spots on which it may stand, best first, in pages of a menu."""
    if not found:
        return ()
    words, last = scene.words, (len(found) - 1) // PAGE
    page = min(aim.page, last)
    shown = found[page * PAGE :][:PAGE]
    entries = [_spot(offer, replace(aim, page=page), here, words) for offer in shown]
    if page > 0:
        better = words("my_city.panel.better", n=page * PAGE)
        entries.insert(0, Entry(better, str(replace(aim, page=page - 1))))
    if page < last:
        more = words("my_city.panel.more", n=len(found) - (page + 1) * PAGE)
        entries.append(Entry(more, str(replace(aim, page=page + 1))))
    return (Menu("mycity.spot", words("my_city.panel.spots", n=len(found)), tuple(entries), rest=str(aim)),)


def _spot(offer: Offer, aim: Aim, here: Cells, words: Words) -> Entry:
    value = str(aim.at(ghost_of(offer.cells)))
    label, about = spot(offer.cells, words, offer.gain), names.listed(offer.cells, words)
    return Entry(label, value, about, chosen=offer.cells == here)


def _deciding(scene: City, seat: Seat, build: Build, *, fits: bool) -> tuple[Button, ...]:
    """**Build**, **Pass** with what it costs, **Stop**; the choice that is made already can't be pressed."""
    urged: Style = "secondary" if fits else "primary"
    view, words = scene.view, scene.words
    last = FINAL if ends_round(view, seat) else ""
    idle = build == view.choice or refusal(view, seat, build) is not None
    costs = pass_worth(view, seat)
    passing = (
        words("my_city.panel.pass")
        if costs is None
        else words("my_city.panel.pass_for", points=signed(costs))
    )
    return (
        Button(
            "mycity.build",
            words("my_city.panel.build"),
            f"{ghost_of(build.cells)}{last}",
            "success",
            disabled=idle,
        ),
        Button("mycity.pass", passing, style=urged, disabled=costs is None or isinstance(view.choice, Pass)),
        Button("mycity.stop", words("my_city.panel.stop"), disabled=isinstance(view.choice, Stop)),
    )


def pass_worth(view: MyCityView, seat: Seat) -> int | None:
    """The value of the last box that a pass would tick; None if this seat can't pass."""
    if refusal(view, seat, Pass()) is not None:
        return None
    return pass_points(view.sheets[seat].ticks + (pass_boxes(view, seat) or 0))
