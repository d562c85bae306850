"""Tests that each definition of a setting is complete, and that its values are validated."""

from typing import Any

import pytest
from pydantic import ValidationError

from community.core.text import markup
from community.domain import comments, posts, site
from community.domain.comments import policies
from community.domain.site import SECTIONS, ContentSettings, GeneralSettings, get_definitions
from community.domain.site.definitions import SettingDefinition, content as content_definitions

DEFINITIONS = [
    (section, definition)
    for section in SECTIONS.values()
    for definition in get_definitions(section).values()
]


def test_each_setting_belongs_to_one_part_with_a_title() -> None:
    for section in SECTIONS.values():
        codes = [code for part in section.list_parts() for code in part.model_fields]
        assert len(codes) == len(set(codes))
        assert all(part.title for part in section.list_parts())


@pytest.mark.parametrize(("section", "definition"), DEFINITIONS, ids=lambda value: str(value)[:60])
def test_each_definition_is_complete(
    section: type[site.SettingsSection], definition: SettingDefinition
) -> None:
    assert definition.setting.label
    if definition.kind == "choice":
        assert definition.default in definition.setting.choices
    if definition.kind == "number":
        assert definition.minimum is not None
        assert definition.maximum is not None
        assert definition.minimum <= definition.default <= definition.maximum
    if definition.kind in {"text", "textarea", "markdown", "list", "secret", "url", "email"}:
        assert definition.max_length


def test_a_definition_takes_its_bounds_from_the_field() -> None:
    definitions = get_definitions(ContentSettings)
    minutes = definitions["comment_edit_minutes"]
    assert (minutes.kind, minutes.minimum, minutes.maximum) == ("number", 0, 525_600)
    assert get_definitions(GeneralSettings)["site_name"].max_length == 60


def test_the_default_settings_have_no_problems() -> None:
    for section in SECTIONS.values():
        assert not section().find_problems()


def test_the_highest_limits_are_those_of_the_domain() -> None:
    assert content_definitions.MAX_COMMENT_LENGTH == policies.MAX_TEXT_LENGTH
    assert content_definitions.MAX_COMMENT_IMAGES == comments.MAX_MEDIA
    assert content_definitions.MAX_POST_LENGTH == markup.MAX_LENGTH
    assert posts.PostLimitsView().max_tags == content_definitions.MAX_POST_TAGS


@pytest.mark.parametrize(
    ("field", "given", "stored"),
    [
        ("blocked_words", ["  Spam ", "", "Spam", "buy\tnow"], ("Spam", "buy now")),
        (
            "blocked_domains",
            ["https://Spam.example/a", "*.bad.example"],
            ("spam.example", "bad.example"),
        ),
        ("allowed_tags", ["#Sour Dough", "sour-dough"], ("sour-dough",)),
    ],
)
def test_lists_are_normalized(field: str, given: list[str], stored: tuple[str, ...]) -> None:
    assert getattr(ContentSettings.model_validate({field: given}), field) == stored


@pytest.mark.parametrize(
    ("section", "values"),
    [
        (ContentSettings, {"comment_edit_minutes": -1}),
        (ContentSettings, {"comment_edit_minutes": 525_601}),
        (ContentSettings, {"blocked_domains": ["not a domain"]}),
        (ContentSettings, {"allowed_tags": ["!!!"]}),
        (ContentSettings, {"unverified_accounts": "ban"}),
        (GeneralSettings, {"accent_color": "red"}),
        (GeneralSettings, {"site_name": "x" * 61}),
        (GeneralSettings, {"announcement_link": "javascript:alert(1)"}),
        (GeneralSettings, {"announcement_link": "//evil.example"}),
        (GeneralSettings, {"contact_email": "nobody"}),
        (GeneralSettings, {"announcement_from": "2026-01-01T00:00:00"}),
        (site.AuthSettings, {"google_issuer": "ftp://example.com"}),
    ],
)
def test_invalid_values_are_rejected(
    section: type[site.SettingsSection], values: dict[str, Any]
) -> None:
    with pytest.raises(ValidationError):
        section.model_validate(values)


def test_a_service_needs_its_client_id_and_secret() -> None:
    values = {"openid_enabled": True, "quick_sign_in_vk": True}
    problems = site.AuthSettings.model_validate(values).find_problems()
    assert problems.keys() == {
        *("openid_client_id", "openid_client_secret", "openid_issuer", "quick_sign_in_vk"),
    }
