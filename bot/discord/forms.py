"""Forms that hold what is set now. A form must be the first answer, and so waits for no database: it is made
ready in memory when the panel is shown whose control opens it."""

from __future__ import annotations

from bot.discord.content import Form
from bot.discord.ids import CustomId
from bot.discord.replies import Answers
from bot.discord.router import Call, Press


def prepare(call: Call, control: CustomId, form: Form) -> None:
    """The person is about to see this control, which opens the form."""
    call.app.forms.put((call.person.id, str(control)), form)


def prepared(press: Press) -> Form | None:
    """The form that the pressed control opens; None where it was made ready by an earlier run of the bot."""
    return press.app.forms.get((press.person.id, str(press.id)))


def at_once(press: Press) -> Answers:
    """How a control that opens a form answers: where none is ready, with its panel, which makes it ready."""
    return "shown" if prepared(press) is None else "form"
