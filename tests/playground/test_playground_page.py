"""The page in a real browser, with the stand-in bot."""

import asyncio
import re

import pytest
import pytest_asyncio
from playwright.async_api import FilePayload, Locator, Page, Route, expect
from windows import Client, Window, stand_in_of, world_of

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
FILE = FilePayload(name="a.txt", mimeType="text/plain", buffer=b"abc")


@pytest_asyncio.fixture(loop_scope="session")
async def alice(window: Window) -> Page:
    return await window("alice")


@pytest_asyncio.fixture(loop_scope="session")
async def shown(alice: Page) -> Locator:
    """In her window, the message with every kind of component."""
    await give(alice, "show")
    return alice.locator(".message").first


async def give(page: Page, command: str) -> None:
    """Types a slash command and takes the first suggestion."""
    await page.locator("#line").fill(f"/{command}")
    await page.locator(".suggestions [role=option]").first.wait_for()
    await page.locator("#line").press("Enter")


async def held_up(page: Page, pattern: str) -> tuple[asyncio.Event, asyncio.Event]:
    """Requests of this kind tell by the first event that they are made, and are answered after the second."""
    asked, go_on = asyncio.Event(), asyncio.Event()

    async def late(route: Route) -> None:
        response = await route.fetch()
        asked.set()
        await go_on.wait()
        await route.fulfill(response=response)

    await page.route(pattern, late)
    return asked, go_on


async def says(page: Page, text: str) -> None:
    await expect(page.locator(".message").last).to_contain_text(text)


async def test_every_kind_of_component_is_shown_and_works(
    alice: Page, shown: Locator, client: Client
) -> None:
    await expect(shown.get_by_role("heading", name="Every kind")).to_be_visible()
    await expect(shown.locator(".header")).to_contain_text("Stammtisch")
    await expect(shown.locator(".used")).to_have_text("Alice used /show")
    await expect(shown.locator("img[alt='A green board']").first).to_have_js_property("naturalWidth", 320)
    await expect(shown.get_by_role("link", name="notes.txt")).to_have_attribute("download", "notes.txt")
    await expect(shown.get_by_role("button", name="Never")).to_be_disabled()
    await expect(shown.get_by_role("link", name="Elsewhere")).to_have_attribute(
        "href", "https://example.org/"
    )
    await expect(shown.locator("hr")).to_have_count(1)

    await shown.get_by_role("button", name="Beside").click()
    await says(alice, "You pressed beside")
    await shown.get_by_role("button", name="Choose a card").click()
    await shown.get_by_role("option", name="Card 2").click()
    await says(alice, "You pressed cards 2")
    await shown.get_by_role("button", name="Choose two").click()
    await shown.get_by_role("option", name="Card 1").click()
    await shown.get_by_role("option", name="Card 3").click()
    await shown.get_by_role("button", name="Done").click()
    await says(alice, "You pressed many 1 3")
    await shown.get_by_role("button", name="Choose a person").click()
    await shown.get_by_role("option", name="Carol").click()
    carol = world_of(client).id_of("carol")
    await says(alice, f"You pressed people {carol}")
    await shown.get_by_role("button", name="#game-night").click()
    await shown.get_by_role("option", name="#lounge").click()
    await shown.get_by_role("button", name="Done").last.click()
    places = [entry for entry in world_of(client).channels("alice") if entry["kind"] == "channel"]
    both = " ".join(str(entry["id"]) for entry in places)
    await says(alice, f"You pressed places {both}")

    deaf = shown.get_by_role("button", name="Deaf")
    await deaf.click()
    await expect(alice.get_by_role("alert")).to_contain_text("The bot did not answer.")
    await expect(deaf).not_to_have_attribute("aria-busy", "true")

    await shown.get_by_role("button", name="Show the picture at full size: A green board").first.click()
    large = alice.get_by_role("dialog", name="A green board")
    await expect(large.locator("img")).to_be_visible()
    await alice.keyboard.press("Escape")
    await expect(large).to_have_count(0)
    await expect(alice.locator(".picture")).to_be_focused()


async def test_nothing_is_wider_than_the_page_and_what_can_be_used_has_a_name(
    alice: Page, shown: Locator
) -> None:
    for width in (1200, 760, 390):
        await alice.set_viewport_size({"width": width, "height": 800})
        await expect(shown.get_by_role("button", name="Deaf")).to_be_visible()
        assert await alice.evaluate("document.documentElement.scrollWidth") <= width
        assert await alice.evaluate(
            "document.querySelector('#scroll').scrollWidth <= document.querySelector('#scroll').clientWidth"
        )
    await alice.locator("#handle").click()
    nameless = await alice.evaluate(
        """() => [...document.querySelectorAll("button, a, input, select, [role=listbox], dialog")]
          .filter((one) => !(one.getAttribute("aria-label") || one.textContent.trim() || one.labels?.length))
          .map((one) => one.outerHTML)"""
    )
    assert nameless == []
    await expect(alice.locator("#side")).to_be_visible()
    await alice.keyboard.press("Escape")
    await expect(alice.locator("#side")).to_be_hidden()


async def test_on_a_phone_a_menu_opens_in_sight_and_the_name_of_a_channel_stands_whole(
    alice: Page, shown: Locator
) -> None:
    await alice.set_viewport_size({"width": 390, "height": 700})
    face = shown.locator("[data-custom-id=cards]")
    # Its foot at the lower edge: there is no room below it.
    await face.evaluate("(it) => it.scrollIntoView({ block: 'end' })")
    await face.click()
    for option in await alice.get_by_role("listbox", name="Choose a card").get_by_role("option").all():
        await expect(option).to_be_in_viewport(ratio=0.99)
    await alice.locator("#head h2").evaluate("(it) => it.append(' and a thread with a long name')")
    assert await alice.evaluate(
        "(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)(document.querySelector('#head h2'))"
    )


async def test_whoever_reads_further_up_is_led_to_new_messages(alice: Page, window: Window) -> None:
    bob, newest = await window("bob", width=390, height=500), alice.locator("#newest")
    for number in range(20):
        await alice.locator("#line").fill(f"Line {number}")
        await alice.locator("#line").press("Enter")
        await says(alice, f"Line {number}")
    await expect(newest).to_be_hidden()
    await alice.locator("#scroll").evaluate("(it) => it.scrollTo(0, 0)")
    await expect(alice.locator(".message").last).not_to_be_in_viewport()
    await expect(newest).to_be_hidden()
    await bob.locator("#line").fill("Here below")
    await bob.locator("#line").press("Enter")
    await says(alice, "Here below")
    await newest.click()
    await expect(alice.locator(".message").last).to_be_in_viewport()
    await expect(newest).to_be_hidden()


async def test_menus_are_moved_by_keys_and_send_nothing_before_enter(
    alice: Page, shown: Locator, client: Client
) -> None:
    face = shown.locator("[data-custom-id=cards]")
    await face.press("Enter")
    await alice.keyboard.press("ArrowDown")
    await alice.keyboard.press("Escape")
    await expect(face).to_be_focused()
    await expect(alice.get_by_role("listbox", name="Choose a card")).to_be_hidden()
    assert [name for _, name, _ in stand_in_of(world_of(client)).heard] == ["show"]
    await face.press("Enter")
    await alice.keyboard.press("End")
    await alice.keyboard.press("ArrowUp")
    await alice.keyboard.press("Enter")
    await says(alice, "You pressed cards 2")
    await expect(face).to_be_focused()


async def test_an_open_menu_stays_open_while_messages_before_it_go(
    alice: Page, shown: Locator, client: Client
) -> None:
    await give(alice, "show")
    await expect(alice.locator(".message")).to_have_count(2)
    await alice.locator("[data-custom-id=cards]").last.press("Enter")
    bot, first = stand_in_of(world_of(client)), await shown.get_attribute("id") or ""
    (here,) = (one for one in world_of(client).channels("alice") if one["name"] == "game-night")
    await bot.get_partial_messageable(here["id"]).get_partial_message(int(first.removeprefix("m"))).delete()
    await expect(alice.locator(".message")).to_have_count(1)
    await expect(alice.get_by_role("listbox", name="Choose a card")).to_be_focused()


async def test_a_late_answer_takes_the_focus_from_nobody(alice: Page) -> None:
    _, answered = await held_up(alice, "**/api/do")
    await give(alice, "show")
    await alice.locator("[data-custom-id=cards]").press("Enter")
    answered.set()
    await expect(alice.locator("#line")).to_be_visible()
    await expect(alice.get_by_role("listbox", name="Choose a card")).to_be_focused()


async def test_a_look_under_way_calls_nobody_back_from_another_channel(alice: Page) -> None:
    asked, answered = await held_up(alice, "**/api/look*")
    await give(alice, "show")
    await asked.wait()
    there = alice.locator("#side li.channel button").nth(1)
    await there.click()
    answered.set()
    await expect(there).to_have_attribute("aria-current", "page")


@pytest.mark.usefixtures("shown")
async def test_private_answers_are_marked_hidden_from_others_and_put_away(
    alice: Page, window: Window
) -> None:
    bob = await window("bob", width=390, height=800)
    await bob.get_by_role("button", name="Secret").click()
    private = bob.locator(".message.private")
    await expect(private).to_contain_text("Only you can see this")
    await give(bob, "panel")
    await expect(private.last).to_contain_text("Only for @Bob.")
    await expect(alice.locator(".message")).to_have_count(1)
    await private.first.get_by_role("button", name="Dismiss").click()
    await expect(private).to_have_count(1)
    await bob.reload()
    await expect(bob.locator(".message.private")).to_have_count(1)


async def test_commands_are_composed_with_options_and_suggestions(alice: Page, window: Window) -> None:
    bob = await window("bob")
    await give(alice, "greet")
    await alice.get_by_label("whom").select_option(label="@Bob")
    field = alice.get_by_label("game")
    await field.fill("nor")
    await alice.get_by_role("option", name="Noria").wait_for()
    await field.press("Enter")
    await expect(field).to_have_value("Noria")
    await expect(alice.get_by_label("times")).to_be_hidden()
    await alice.locator("#composer summary").click()
    await alice.get_by_label("times").select_option(label="twice")
    await alice.get_by_label("loud").select_option(label="Yes")
    await field.press("Enter")
    greeting = bob.locator(".message").last
    await expect(greeting).to_contain_text("Hello @Bob: Noria, 2, True")
    await expect(greeting.locator(".mention")).to_have_class(re.compile("mine"))
    await expect(greeting).to_have_class(re.compile("rings"))
    await expect(alice.locator("#line")).to_be_focused()


async def test_options_that_are_typed_behind_a_command_are_taken(alice: Page) -> None:
    """All that is needed is there: it is sent at once; else the form asks, and keeps what was typed."""
    line = alice.locator("#line")
    await line.fill("/greet whom:Bob game:Noria times:twice")
    await line.press("Enter")
    await says(alice, "Hello @Bob: Noria, 2, False")
    await line.fill('/greet whom:Bob loud:"Yes"')
    await line.press("Enter")
    await alice.get_by_label("game").fill("Go")
    await alice.get_by_label("whom").select_option(label="@Carol")
    await alice.get_by_role("button", name="Send").click()
    await says(alice, "Hello @Carol: Go, 0, True")
    await line.fill("/greet whom: bob game: My City times: TWICE")
    await line.press("Enter")
    await says(alice, "Hello @Bob: My City, 2, False")


async def test_what_is_no_option_is_said_and_sends_nothing(alice: Page) -> None:
    line, alert = alice.locator("#line"), alice.get_by_role("alert")
    for typed, strange in (
        ("/greet whom:Bob game:Noria times:thrice", "times:thrice"),
        ("/greet soon whom:Bob game:Noria", "soon"),
    ):
        await line.fill(typed)
        await line.press("Enter")
        await expect(alert).to_contain_text(strange)
        await expect(alice.locator("#composer form.command")).to_be_visible()
        await alice.get_by_role("button", name="Cancel").click()
    await expect(alice.locator(".message")).to_have_count(0)


async def test_a_command_whose_options_may_all_be_left_out_needs_one_press(alice: Page) -> None:
    """The options are folded up, and the button to send is in sight on a phone."""
    await alice.set_viewport_size({"width": 390, "height": 700})
    await alice.locator("#line").fill("/form")
    await alice.locator("#line").press("Enter")
    await expect(alice.get_by_label("every")).to_be_hidden()
    send = alice.locator("#composer button.primary")
    await expect(send).to_be_in_viewport(ratio=0.99)
    await expect(send).to_be_focused()
    await send.click()
    await expect(alice.get_by_role("dialog", name="A form")).to_be_visible()


async def test_people_and_messages_have_menus_by_button_right_click_and_keys(alice: Page) -> None:
    """In the open channel: direct messages with the bot offer none."""
    menu, side = alice.get_by_role("dialog"), alice.locator("#side")
    await alice.locator("#line").fill("A line")
    await alice.locator("#line").press("Enter")
    line = alice.locator(".message").first
    await line.locator(".content").click(button="right")
    await expect(menu.get_by_role("heading")).to_have_text("Commands for this message")
    await menu.get_by_role("button", name="Quote").click()
    await says(alice, "You quoted A line")
    await line.locator("strong").click(button="right")
    await menu.get_by_role("button", name="Wave").click()
    await says(alice, "You waved at Alice")
    await expect(alice.locator(".used").last).to_have_text("Alice used Wave")
    button = side.get_by_role("button", name="Commands for Bob")
    await button.press("Enter")
    await alice.keyboard.press("Escape")
    await expect(button).to_be_focused()
    await alice.set_viewport_size({"width": 390, "height": 700})
    await alice.locator("#handle").click()
    await button.click()
    await menu.get_by_role("button", name="Wave").click()
    await says(alice, "You waved at Bob")
    await expect(side).not_to_be_in_viewport()
    await expect(alice.locator(".message.private .offers")).to_have_count(0)
    await alice.locator("#handle").click()
    await side.get_by_role("button", name="Stammtisch").click()
    await expect(side.locator(".offers")).to_have_count(0)


async def test_earlier_messages_are_shown_on_request(alice: Page, client: Client) -> None:
    world = world_of(client)
    here = next(entry["id"] for entry in world.channels("alice") if entry["kind"] == "channel")
    for number in range(53):
        await world.say("bob", here, f"Line {number}")
    first = alice.locator(".message").first
    await says(alice, "Line 52")
    await expect(first).to_contain_text("Line 3")
    await alice.get_by_role("button", name="Show earlier messages").click()
    await expect(first).to_contain_text("Line 0")


async def test_escape_leaves_a_command_and_unknown_ones_are_told(alice: Page, client: Client) -> None:
    await give(alice, "greet")
    await alice.keyboard.press("Escape")
    await expect(alice.locator("#line")).to_be_focused()
    await alice.locator("#line").fill("/fly")
    await expect(alice.locator(".suggestions")).to_have_text("No command of that name.")
    await alice.locator("#line").press("Enter")
    assert stand_in_of(world_of(client)).heard == []
    await alice.locator("#line").fill("/table")
    await alice.locator("#line").press("Enter")
    await expect(alice.locator(".message").last.get_by_role("heading", name="Table")).to_be_visible()


async def test_forms_with_fields_of_every_kind_are_filled_and_sent(
    alice: Page, shown: Locator, client: Client
) -> None:
    await shown.get_by_role("button", name="Open Form").click()
    dialog = alice.get_by_role("dialog", name="A form")
    await expect(dialog).to_contain_text("Fill it in.")
    await dialog.get_by_label("Name").fill("Ada")
    await dialog.get_by_label("Colour").select_option(label="Blue")
    await dialog.get_by_role("button", name="Submit").click()
    await says(alice, "Form: [('colour', ['blue']), ('name', 'Ada')]")
    await expect(dialog).to_have_count(0)
    await give(alice, "form")
    await alice.get_by_role("button", name="Cancel").click()
    await expect(alice.locator("dialog")).to_have_count(0)

    await give(alice, "form")
    await alice.locator("#composer summary").click()
    await alice.get_by_label("every").select_option(label="Yes")
    await alice.get_by_role("button", name="Send").click()
    dialog = alice.get_by_role("dialog", name="More fields")
    await dialog.get_by_label("Person").select_option(label="Bob")
    await dialog.get_by_label("Files").set_input_files([FILE])
    await dialog.get_by_role("radio", name="Blue").check()
    await dialog.get_by_role("checkbox", name="Also red").check()
    await dialog.get_by_role("checkbox", name="Also blue").check()
    await dialog.get_by_role("checkbox", name="Agreed").check()
    await dialog.get_by_role("button", name="Submit").click()
    await says(alice, f"('person', ['{world_of(client).id_of('bob')}'])")
    await says(alice, "('agreed', True)")
    await says(alice, "('many', ['red', 'blue']), ('one', 'blue')")


async def test_options_of_every_kind_are_given(alice: Page) -> None:
    await give(alice, "kinds")
    await alice.get_by_label("where").select_option(label="#lounge")
    await alice.get_by_label("role").select_option(label="@Stammtisch")
    await alice.get_by_label("who").select_option(label="@Carol")
    await alice.get_by_label("much").fill("2.5")
    await alice.get_by_label("file").set_input_files([FILE])
    await alice.get_by_role("button", name="Send").click()
    await says(alice, "lounge Stammtisch carol 2.5 a.txt 3")


async def test_a_press_on_what_is_gone_is_told_kindly(alice: Page, shown: Locator, client: Client) -> None:
    """Bob is faster: the press of Alice leaves before her page has heard of it."""
    await shown.get_by_role("button", name="Turn").wait_for()
    world = world_of(client)
    channel = world.channels("bob")[0]["id"]
    (message,) = world.message_ids("bob", channel)
    _, heard = await held_up(alice, "**/api/look*")
    await world.press("bob", channel, message, "turn")
    async with alice.expect_response("**/api/do"):
        await alice.evaluate(
            """async ([channel, message]) => {
              const { act } = await import("/static/state.js");
              const { guarded } = await import("/static/notices.js");
              await guarded(() => act({ do: "press", channel, message, custom_id: "turn" }));
            }""",
            [str(channel), str(message)],
        )
    heard.set()
    await expect(alice.get_by_role("alert")).to_contain_text("The board has just changed.")


async def test_marks_lead_to_direct_messages_and_threads(alice: Page, window: Window) -> None:
    bob = await window("bob", width=390, height=800)
    await give(bob, "direct")
    await expect(bob.locator("#handle .badge")).to_have_text("1")
    await bob.locator("#handle").click()
    door = bob.locator("#side").get_by_role("button", name="Stammtisch")
    await expect(door.locator(".badge")).to_have_text("1")
    await door.click()
    await expect(bob.locator("#head h2")).to_contain_text("Stammtisch")
    await bob.get_by_role("button", name="Secret").click()
    await says(bob, "You pressed secret")
    await expect(bob.locator("#handle .badge")).to_have_count(0)

    await give(alice, "thread")
    await expect(alice.locator(".message").first).to_contain_text(
        "Stammtisch opened the thread a quiet corner"
    )
    places = alice.locator("#side li:is(.channel, .thread, .dm)")
    await expect(places).to_contain_text(["game-night", "a quiet corner", "lounge", "Stammtisch"])
    await alice.get_by_role("link", name="there").click()
    await expect(alice.locator("#head h2")).to_contain_text("a quiet corner")
    await expect(alice.locator(".message").last).to_be_focused()


async def test_the_page_speaks_the_persons_language(alice: Page, shown: Locator) -> None:
    await alice.get_by_label("My language").select_option(label="日本語")
    await expect(alice.locator("html")).to_have_attribute("lang", "ja")
    await expect(alice.get_by_role("heading", name="チャンネル")).to_be_visible()
    await expect(shown.locator(".used")).to_have_text("Aliceが /見せる を使いました")
    await alice.locator("#line").fill("/挨")
    await expect(alice.locator(".suggestions [role=option]").first).to_contain_text("/挨拶")
    await alice.locator("#line").press("Enter")
    await expect(alice.get_by_label("相手")).to_be_visible()
    await alice.get_by_role("button", name="Aliceに使えるコマンド").click()
    await expect(alice.get_by_role("dialog").get_by_role("button", name="手を振る")).to_be_visible()


async def test_time_people_doors_and_the_bot_are_in_the_visitors_hand(alice: Page, client: Client) -> None:
    await give(alice, "table")
    since = alice.locator("time[data-style=R]")
    await expect(since).to_have_text(re.compile("now|second"))
    await alice.get_by_role("button", name="+1 hour").click()
    await expect(since).to_have_text("1 hour ago")
    await alice.get_by_role("button", name="+1 day").click()
    await expect(since).to_have_text("yesterday")
    await alice.get_by_label("Close my direct messages to the bot").check()
    await give(alice, "direct")
    await says(alice, "Your door is closed.")
    await alice.get_by_role("button", name="Restart the bot").click()
    await expect(alice.get_by_role("alert")).to_contain_text("The bot has been restarted.")
    await alice.get_by_role("button", name="Add a person").click()
    await alice.get_by_label("Name").fill("Zoë")
    await alice.get_by_label("Name").press("Enter")
    await expect(alice.get_by_role("link", name="Open a window as Zoë")).to_be_visible()
    await alice.get_by_role("button", name="New world").click()
    await alice.get_by_role("dialog").get_by_role("button", name="New world").click()
    await expect(alice.locator(".message")).to_have_count(0)
    await expect(alice.get_by_text("Nothing has been said here yet.")).to_be_visible()
    assert list(world_of(client).people) == ["alice", "bob", "carol"]


async def test_focus_stays_where_it_was_while_others_act(alice: Page, shown: Locator, window: Window) -> None:
    bob = await window("bob")
    deaf = shown.get_by_role("button", name="Deaf")
    await deaf.focus()
    await bob.locator("#line").fill("hello, all")
    await bob.locator("#line").press("Enter")
    await says(alice, "hello, all")
    await expect(alice.locator("#spoken")).to_have_text("Bob: hello, all")
    await expect(deaf).to_be_focused()


async def test_a_press_counts_although_the_page_is_drawn_anew_before_the_release(
    alice: Page, shown: Locator, client: Client
) -> None:
    """New names draw all messages and the side anew, a message in another channel the side."""
    world = world_of(client)

    async def press(thing: Locator, name: str) -> None:
        await thing.scroll_into_view_if_needed()
        await thing.hover()
        await alice.mouse.down()
        await world.welcome(name, "en-US")
        await world.say("bob", world.channels("bob")[1]["id"], "hello")
        await expect(alice.get_by_role("link", name=name, exact=True)).to_be_visible()
        await expect(alice.locator("#side .dot")).to_have_count(1)
        await alice.mouse.up()

    await press(shown.get_by_role("button", name="Beside"), "Dora")
    await says(alice, "You pressed beside")
    await alice.get_by_role("button", name="Choose a card").click()
    await press(alice.get_by_role("option", name="Card 2"), "Emil")
    await says(alice, "You pressed cards 2")
    await press(alice.locator("#side li.channel button").nth(1), "Frida")
    await expect(alice.locator("#head h2")).to_contain_text("lounge")


async def test_a_press_counts_although_a_new_message_comes_before_the_release(
    alice: Page, shown: Locator, client: Client
) -> None:
    """The page moves to the newest message only then."""
    world = world_of(client)
    beside = shown.get_by_role("button", name="Beside")
    await beside.scroll_into_view_if_needed()
    await beside.hover()
    await alice.mouse.down()
    await world.say("bob", world.channels("bob")[0]["id"], "one\n" * 30 + "last")
    await expect(alice.locator("#messages > li").last).to_contain_text("last")
    await alice.evaluate("() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn, 50)))")
    await alice.mouse.up()
    await says(alice, "You pressed beside")


async def test_a_stranger_becomes_the_first_person(window: Window) -> None:
    page = await window("nobody")
    await expect(page.locator("#side")).to_contain_text("You are Alice")
    await page.get_by_role("link", name="Bob", exact=True).click()
    await expect(page.locator("#side")).to_contain_text("You are Bob")


async def test_markdown_becomes_elements_and_never_markup(alice: Page) -> None:
    text = await alice.evaluate(
        """async (source) => {
          const { markdown } = await import("/static/markdown.js");
          const box = document.createElement("div");
          box.append(...markdown(source));
          return box.innerHTML;
        }""",
        "\n".join(
            [
                "# One",
                "-# *small*",
                "a **b *c* __d__** ~~e~~ `f*` \\*g\\* snake_case_name",
                "> quoted",
                "- one",
                "  - two",
                "3. three",
                "```py\n<script>alert(1)</script>\n```",
                "[text](https://example.org/a_b) <img src=x onerror=alert(1)>",
            ]
        ),
    )
    assert text == (
        "<h2>One</h2>"
        '<p class="small"><em>small</em></p>'
        "<p>a <strong>b <em>c</em> <u>d</u></strong> <s>e</s> <code>f*</code> *g* snake_case_name</p>"
        "<blockquote><p>quoted</p></blockquote>"
        "<ul><li>one<ul><li>two</li></ul></li></ul>"
        '<ol start="3"><li>three</li></ol>'
        '<pre tabindex="0"><code>&lt;script&gt;alert(1)&lt;/script&gt;</code></pre>'
        '<p><a href="https://example.org/a_b" target="_blank" rel="noreferrer">text</a> '
        "&lt;img src=x onerror=alert(1)&gt;</p>"
    )
