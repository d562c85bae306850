"""What is changed in the front end that Reflex writes, and that a new Reflex is noticed."""

from pathlib import Path

import pytest
import reflex_base

from community.cli.steady_page import EVERYTHING_ANEW, keep_what_is_shown

CLIENT = Path(reflex_base.__file__).parent / ".templates" / "web" / "utils" / "state.js"


def test_a_client_that_connects_again_keeps_what_it_has() -> None:
    client = keep_what_is_shown(CLIENT.read_text())
    assert EVERYTHING_ANEW not in client
    assert keep_what_is_shown(client) == client


def test_a_client_of_another_reflex_is_noticed() -> None:
    with pytest.raises(ValueError, match="another way"):
        keep_what_is_shown("export const connect = () => {};")
