"""Tests of what all lists of records in the Admin Panel have in common."""

from typing import Any

import pytest

from community import urls
from community.admin.advertisements.form import advertisement_sheet
from community.admin.advertisements.state import AdvertisementsState
from community.admin.plan_features import PlanFeaturesState
from community.admin.plans.promo_codes_state import PromoCodesState
from community.admin.plans.state import PlansState
from community.admin.reactions import ReactionKindsState
from community.state.runtime.toasts import ToastsState
from tests.cast import Cast
from tests.state.tabs import SocketServer, Tab

# The State of each list, with a key that none of its records has.
LISTS: list[tuple[Any, int | str]] = [
    (AdvertisementsState, 7),
    (PlanFeaturesState, "missing"),
    (PlansState, 7),
    (PromoCodesState, 7),
    (ReactionKindsState, "missing"),
]


async def open_list(cast: Cast, socket_server: SocketServer, state: Any) -> Tab:
    tab = await socket_server.open(cast.olga, urls.admin_section(state.records.section))
    await tab.send(state.load)
    assert tab[state]["is_loaded"]
    return tab


@pytest.mark.parametrize(("state", "missing"), LISTS)
async def test_a_record_that_is_gone_is_reported(
    cast: Cast, socket_server: SocketServer, state: Any, missing: int | str
) -> None:
    tab = await open_list(cast, socket_server, state)
    arguments: dict[str, dict[str, Any]] = {
        "open_form": {},
        "ask_to_remove": {},
        "set_active": {"is_active": False},
    }
    for handler in arguments.keys() & state.event_handlers.keys():
        await tab.send(getattr(state, handler), key=missing, **arguments[handler])
        toast = tab[ToastsState]["toasts"].pop()
        assert toast["text"] == state.records.not_found, handler
    assert not tab[state]["is_form_open"]
    assert tab[state].get("removing") is None


@pytest.mark.parametrize("state", [AdvertisementsState, ReactionKindsState])
async def test_a_form_takes_only_the_images_of_its_records(
    cast: Cast, socket_server: SocketServer, state: Any
) -> None:
    tab = await open_list(cast, socket_server, state)
    await tab.send(state.open_form)
    for field in ("", "name", "_uploads"):
        await tab.send(state.remove_image, field=field)
        assert tab[ToastsState]["toasts"].pop()["text"].startswith("Invalid request")
    assert tab[state]["images"].keys() == set(state.image_fields)
    assert not any(tab[state]["images"].values())


def test_the_names_of_the_buttons_that_choose_images_begin_with_what_they_show() -> None:
    sheet = str(advertisement_sheet())
    for label in ("Image", "Image for phones"):
        assert f'"aria-label":"Choose image: {label}"' in sheet
