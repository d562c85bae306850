"""Contract tests for elements: they fail if Reflex creates the base class of elements differently.

They also show why `NativeForm` exists: `rx.el.form` prevents the browser from submitting a form.
"""

import reflex as rx

from community.reflex_adapter.elements import NativeForm


def test_a_native_form_is_a_plain_element_without_handlers() -> None:
    rendered = NativeForm.create("text", action="/login", method="post").render()
    assert rendered["name"] == '"form"'
    assert sorted(rendered["props"]) == ['action:"/login"', 'method:"post"']


def test_a_form_of_reflex_needs_javascript() -> None:
    assert "handle_submit" not in str(NativeForm.create().render())
    form = rx.el.form(on_submit=rx.console_log("submitted"))
    assert any("onSubmit" in prop for prop in form.render()["props"])
