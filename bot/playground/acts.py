"""What a page may ask for: one struct for each act, checked when it is read, done on a world."""

from typing import Annotated, Any, Literal, assert_never

from msgspec import Meta, Struct

from bot.playground.people import MOST, clients
from bot.playground.screen import Desk
from bot.playground.values import WorldError
from bot.playground.world import Answer

Number = Annotated[str, Meta(pattern=r"^\d{1,20}$")]
Person = Annotated[str, Meta(max_length=40)]
Text = Annotated[str, Meta(max_length=4000)]


class Act(Struct, frozen=True, tag_field="do", forbid_unknown_fields=True):
    """Somebody does something."""

    who: Person


class Say(Act, frozen=True, tag="say"):
    channel: Number
    text: Annotated[str, Meta(min_length=1, max_length=2000)]


class Command(Act, frozen=True, tag="command"):
    channel: Number
    path: Text
    options: dict[str, Any]


class Press(Act, frozen=True, tag="press"):
    channel: Number
    message: Number
    custom_id: Text


class Choose(Act, frozen=True, tag="choose"):
    channel: Number
    message: Number
    custom_id: Text
    values: list[str]


class Offer(Act, frozen=True, tag="offer"):
    """A command from the menu of a person or of a message."""

    channel: Number
    kind: Literal["person", "message"]
    target: Number
    name: Text


class Submit(Act, frozen=True, tag="submit"):
    modal: Number
    values: dict[str, Any]


class Dismiss(Act, frozen=True, tag="dismiss"):
    """A private message is put away."""

    message: Number


class Speak(Act, frozen=True, tag="speak"):
    """The language of somebody's client."""

    locale: str


class CloseDms(Act, frozen=True, tag="dms"):
    """The door for direct messages."""

    closed: bool


class Welcome(Act, frozen=True, tag="welcome"):
    name: Annotated[str, Meta(max_length=80)]


class Advance(Act, frozen=True, tag="advance"):
    """A jump in time, up to a month."""

    seconds: Annotated[int, Meta(ge=1, le=31 * 86_400)]


class Restart(Act, frozen=True, tag="restart"):
    """The bot is started anew."""


class Renew(Act, frozen=True, tag="renew"):
    """The world ends, another one begins."""


AnyAct = (
    Say
    | Command
    | Press
    | Choose
    | Offer
    | Submit
    | Dismiss
    | Speak
    | CloseDms
    | Welcome
    | Advance
    | Restart
    | Renew
)


class Complete(Struct, frozen=True, forbid_unknown_fields=True):
    """A question for suggestions while an option is typed."""

    who: Person
    channel: Number
    path: Text
    option: Text
    typed: Text
    filled: dict[str, Any]


async def perform(act: AnyAct, desk: Desk) -> dict[str, Any]:
    """Does an act on a world (all but `Renew`) and says what came of it; raises `WorldError`."""
    world = desk.world
    match act:
        case Say():
            await world.say(act.who, int(act.channel), act.text)
        case Command():
            return _told(await world.command(act.who, int(act.channel), act.path, act.options))
        case Press():
            return _told(await world.press(act.who, int(act.channel), int(act.message), act.custom_id))
        case Choose():
            where = int(act.channel), int(act.message)
            return _told(await world.choose(act.who, *where, act.custom_id, act.values))
        case Offer():
            target = int(act.target)
            return _told(await world.offer(act.who, int(act.channel), act.kind, target, act.name))
        case Submit():
            return _told(await world.submit(act.who, act.modal, act.values))
        case Dismiss():
            desk.dismiss(act.who, int(act.message))
        case Speak():
            if act.locale not in clients():
                raise WorldError("refused", "no such language")
            world.speak(act.who, act.locale)
        case CloseDms():
            await world.close_dms(act.who, act.closed)
        case Welcome():
            if len(world.people) >= 2 * MOST:
                raise WorldError("full")
            persona = await world.welcome(act.name, world.people[act.who].locale)
            return {"person": persona.key}
        case Advance():
            await world.advance(act.seconds)
        case Restart():
            await world.restart()
        case Renew():
            raise ValueError("a world can't replace itself")
        case _:
            assert_never(act)
    return {}


def _told(answer: Answer) -> dict[str, Any]:
    if not answer.answered:
        raise WorldError("silent")
    return {"modal": {**answer.modal, "key": answer.modal_id}} if answer.modal else {}
