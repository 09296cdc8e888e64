"""What all games share in Discord: answering, posting, the lobby, the board post, the private panel."""

from __future__ import annotations

from importlib import import_module

from bot.app import App

ROOMS = ("board", "computers", "invitations", "lobby", "motions", "opening", "panel", "reminders")
"""Modules that register the handlers of the common controls."""


async def setup(app: App) -> None:
    """Loads the kit: the studio, the courier, the router and the handlers of the common controls."""
    from cogs.kit import router
    from cogs.kit.courier import Courier
    from cogs.kit.limits import Limits
    from cogs.kit.studio import Studio
    from cogs.kit.surroundings import Surroundings
    from cogs.kit.translator import CatalogueTranslator

    for room in ROOMS:
        import_module(f"{__name__}.{room}")
    app.studio = Studio(drawing=app.settings.drawing)
    app.courier = Courier(app)
    app.limits = Limits(app)
    app.on_failed_command = router.failed
    app.add_listener(router.component, "on_interaction")
    Surroundings(app).listen()
    await app.tree.set_translator(CatalogueTranslator())
