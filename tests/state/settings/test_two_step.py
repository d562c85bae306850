"""Tests of the two-step sign-in in the settings, and of the dialog that asks for a confirmation."""

from datetime import timedelta

from sqlalchemy import update
from sqlmodel import select

from community import authentication
from community.core import clock
from community.core.actor import Actor
from community.core.db.sessions import read_session, unit_of_work
from community.domain.identity import two_factor
from community.models import Mail, OneTimeCodeSecret, User, UserSession
from community.state.pages.confirmation import ConfirmationState
from community.state.pages.settings.security import TwoStepState
from community.state.runtime.toasts import ToastsState
from tests.cast import Cast
from tests.domain.identity.second_factor import generate_code
from tests.state.settings.settings_page import open_settings
from tests.state.tabs import SocketServer, Tab


async def set_confirmed(age: timedelta) -> None:
    """Set how long ago the users confirmed their identity in all sign-in sessions."""
    async with unit_of_work() as session:
        await session.execute(update(UserSession).values(confirmed_at=clock.now() - age))
    authentication.clear_cache()


async def open_confirmed_settings(socket_server: SocketServer, actor: Actor) -> Tab:
    tab = await open_settings(socket_server, actor)
    await set_confirmed(timedelta(0))
    return tab


async def set_up(tab: Tab) -> str:
    """Switch the two-step sign-in on, and return the secret."""
    await tab.send(TwoStepState.start_setup)
    secret: str = tab[TwoStepState]["setup"]["secret"]
    code = generate_code(secret, steps=-1)
    await tab.send(TwoStepState.confirm_setup, message={"code": code})
    return secret


async def test_the_setup_shows_a_qr_code_and_then_recovery_codes(
    cast: Cast, socket_server: SocketServer
) -> None:
    tab = await open_confirmed_settings(socket_server, cast.alice)
    await tab.send(TwoStepState.start_setup)
    assert tab[TwoStepState]["setup"]["qr_code"].startswith("data:image/svg+xml")
    await tab.send(TwoStepState.confirm_setup, message={"code": "000000"})
    assert tab[TwoStepState]["error"].startswith("Wrong code")
    await set_up(tab)
    values = tab[TwoStepState]
    assert (len(values["codes"]), values["codes_left"]) == (10, 10)
    assert values["enabled_text"].startswith("On since")
    assert values["codes_text"].split("\n") == values["codes"]
    await tab.send(TwoStepState.dismiss_codes)
    assert tab[TwoStepState]["codes"] == []


async def test_the_server_keeps_neither_the_secret_nor_the_codes(
    cast: Cast, socket_server: SocketServer
) -> None:
    tab = await open_confirmed_settings(socket_server, cast.alice)
    secret = await set_up(tab)
    kept = repr(vars(await socket_server.get_state(tab, TwoStepState)))
    assert secret not in kept
    assert not any(code in kept for code in tab[TwoStepState]["codes"])


async def test_a_cancelled_setup_leaves_nothing(cast: Cast, socket_server: SocketServer) -> None:
    tab = await open_confirmed_settings(socket_server, cast.alice)
    await tab.send(TwoStepState.start_setup)
    await tab.send(TwoStepState.cancel_setup)
    assert tab[TwoStepState]["is_setting_up"] is False
    await set_up(tab)
    await tab.send(TwoStepState.cancel_setup)  # The setup is over, so it changes nothing.
    await tab.send(TwoStepState.create_codes)
    assert tab[TwoStepState]["codes_left"] == 10


async def test_an_expired_setup_starts_again(cast: Cast, socket_server: SocketServer) -> None:
    tab = await open_confirmed_settings(socket_server, cast.alice)
    await tab.send(TwoStepState.start_setup)
    secret = tab[TwoStepState]["setup"]["secret"]
    async with unit_of_work() as session:
        earlier = clock.now() - two_factor.codes.SETUP_LIFETIME
        await session.execute(update(OneTimeCodeSecret).values(created_at=earlier))
    await tab.send(TwoStepState.confirm_setup, message={"code": generate_code(secret)})
    assert tab[ToastsState]["toasts"][-1]["text"].startswith("Start again")
    assert not tab[TwoStepState]["is_setting_up"]
    assert not tab[TwoStepState].get("enabled_text")


async def test_a_member_confirms_with_a_one_time_code(
    cast: Cast, socket_server: SocketServer
) -> None:
    tab = await open_confirmed_settings(socket_server, cast.alice)
    secret = await set_up(tab)
    await set_confirmed(timedelta(minutes=16))
    await tab.send(TwoStepState.switch_off)
    confirmation = tab[ConfirmationState]
    assert (confirmation["is_open"], confirmation["method"]) == (True, "code")
    await tab.send(ConfirmationState.confirm, message={"code": "000000"})
    assert "wrong" in tab[ConfirmationState]["error"]
    await tab.send(ConfirmationState.confirm, message={"code": generate_code(secret)})
    assert not tab[ConfirmationState]["is_open"]
    await socket_server.wait_until_idle()
    assert tab[TwoStepState]["enabled_text"] == ""


async def test_attempts_to_confirm_are_limited(cast: Cast, socket_server: SocketServer) -> None:
    tab = await open_confirmed_settings(socket_server, cast.alice)
    secret = await set_up(tab)
    await set_confirmed(timedelta(minutes=16))
    await tab.send(TwoStepState.switch_off)
    errors = []
    for _attempt in range(6):
        await tab.send(ConfirmationState.confirm, message={"code": "000000"})
        errors.append(tab[ConfirmationState]["error"])
    assert ["wrong" in error for error in errors] == [True] * 5 + [False]
    assert errors[-1].startswith("Too many")
    await tab.send(ConfirmationState.confirm, message={"code": generate_code(secret)})
    assert tab[ConfirmationState]["is_open"]


async def test_a_member_without_a_password_confirms_with_a_code_by_mail(
    cast: Cast, socket_server: SocketServer
) -> None:
    tab = await open_settings(socket_server, cast.alice)
    await tab.send(TwoStepState.start_setup)
    assert tab[ConfirmationState]["method"] == "mail"
    await tab.send(ConfirmationState.send_code)
    assert tab[ConfirmationState]["is_code_sent"]
    async with read_session() as session:
        mail = (await session.scalars(select(Mail))).one()
        alice = await session.get_one(User, cast.alice.id)
    assert mail.recipient == alice.email
    code = mail.subject.split()[0]
    await tab.send(ConfirmationState.confirm, message={"code": code})
    await socket_server.wait_until_idle()
    assert not tab[ConfirmationState]["is_open"]
    assert tab[TwoStepState]["is_setting_up"]
