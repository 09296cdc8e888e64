"""To which circles a person is invited, wherever they ask what waits for them."""

from collections.abc import Sequence

from bot.discord.content import IN_A_ROW, MENU, Button, Row, in_rows
from bot.discord.router import Call
from bot.store.circles import Circle
from bot.text import Words, plain


async def asked(call: Call) -> tuple[str, list[Row]]:
    """To which circles a person is invited anywhere, and the answers to those of this server."""
    speak, lines, here = call.words, list[str](), list[Circle]()
    for circle in await call.tables.circles.invitations(call.person.id):
        server = call.app.get_guild(circle.guild)
        if call.in_server and circle.guild == call.interaction.guild_id:
            here.append(circle)
        name = server.name if server else speak("circle.elsewhere")
        lines.append(speak("circle.mine.line", name=plain(circle.name), server=plain(name)))
    text = "\n".join((speak("circle.mine"), *lines[:MENU])) if lines else ""
    return text, answering(here, speak)


def answering(circles: Sequence[Circle], speak: Words) -> list[Row]:
    """The ways into circles to which somebody is invited, then those to decline it."""
    shown = circles[:IN_A_ROW]
    joins = [
        Button("circle.join", speak("circle.join.named", name=each.name), str(each.id), style="success")
        for each in shown
    ]
    declines = [
        Button("circle.leave", speak("circle.decline.named", name=each.name), f"{each.id}/decline")
        for each in shown
    ]
    return list(in_rows([*joins, *declines]))
