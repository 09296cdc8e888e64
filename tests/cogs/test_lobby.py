"""The lobby: joining, leaving, options, the start, and what is refused with a sentence."""

from __future__ import annotations

from simulated import World, controls, text_of


async def test_start_opens_a_lobby_with_a_picture_and_its_host(world: World) -> None:
    ann = world.person("Ann")
    answer = await ann.slash(world.channel, "nimmt start")
    assert answer.ephemeral
    (post,) = world.public()
    assert post.attachments
    assert [item["custom_id"].split(":")[1] for item in controls(post)][:3] == [
        "lobby.join",
        "lobby.leave",
        "lobby.start",
    ]
    assert "One more player" in text_of(post)
