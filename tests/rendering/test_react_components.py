"""Tests of the React components that the scripts in `assets/ui` define."""

from community.rendering import el, react_component
from community.state.pages.settings.preferences import PreferencesState

_Toggle = react_component("toggle.js", "Toggle", on_toggle=bool, on_close=None)


def test_props_get_their_names_in_javascript() -> None:
    toggle = _Toggle(
        el.p("On"), is_on=True, class_names={"on": "x"}, aria_label="Follow", class_name="y"
    )
    props = toggle.render()["props"]
    assert {"isOn:true", 'className:"y"', 'classNames:({ ["on"] : "x" })'} <= set(props)
    assert '"aria-label":"Follow"' in props


def test_event_handlers_get_their_argument() -> None:
    toggle = _Toggle(
        is_on=PreferencesState.is_online_visible, on_toggle=PreferencesState.set_online_visible
    )
    [handler] = [prop for prop in toggle.render()["props"] if prop.startswith("onToggle:")]
    assert '["is_visible"] : _argument' in handler


def test_the_component_is_imported_from_its_script_and_has_a_name_that_javascript_accepts() -> None:
    toggle = _Toggle()
    assert [tag.tag for tag in toggle._get_all_imports()["$/public/ui/toggle.js"]] == ["Toggle"]
    assert type(toggle).__qualname__.isidentifier()
