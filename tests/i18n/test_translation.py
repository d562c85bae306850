import pytest
from babel.messages.catalog import Catalog

from community.i18n import (
    activate,
    active_language,
    get_language_name,
    gettext,
    ngettext,
    noop,
    override,
    plural_forms,
)


def test_english_messages_are_their_own_translations() -> None:
    assert gettext("Sign in") == "Sign in"
    assert ngettext("{n} comment", "{n} comments", 1) == "1 comment"
    assert ngettext("{n} comment", "{n} comments", 0) == "0 comments"


def test_placeholders_are_replaced_by_values() -> None:
    assert gettext("Reply to {name}", name="Grace") == "Reply to Grace"
    assert gettext("{a}, {b}, {a}", a=1, b=2) == "1, 2, 1"


def test_a_message_without_values_keeps_its_braces() -> None:
    assert gettext("Write {name} to mention") == "Write {name} to mention"


def test_a_placeholder_without_a_value_raises_key_error() -> None:
    with pytest.raises(KeyError):
        gettext("Reply to {name}", user="Grace")


def test_braces_in_values_are_not_placeholders() -> None:
    assert gettext("Reply to {name}", name="{name}") == "Reply to {name}"


def test_values_are_inserted_into_translated_messages(russian: Catalog) -> None:
    assert gettext("Sign in") == "Войти"
    assert gettext("Reply to {name}", name="Grace") == "Ответить: Grace"


def test_messages_with_a_missing_or_empty_translation_stay_english(russian: Catalog) -> None:
    assert gettext("Not in the catalog") == "Not in the catalog"
    assert gettext("Untranslated") == "Untranslated"
    assert ngettext("{n} post", "{n} posts", 5) == "5 posts"


@pytest.mark.parametrize(
    ("count", "text"),
    [
        (0, "0 новых комментариев"),
        (1, "1 новый комментарий"),
        (2, "2 новых комментария"),
        (5, "5 новых комментариев"),
        (11, "11 новых комментариев"),
        (12, "12 новых комментариев"),
        (21, "21 новый комментарий"),
        (24, "24 новых комментария"),
        (111, "111 новых комментариев"),
        (1001, "1\u00a0001 новый комментарий"),
    ],
)
def test_russian_has_three_plural_forms(russian: Catalog, count: int, text: str) -> None:
    assert ngettext("{n} new comment", "{n} new comments", count) == text


def test_plural_forms_are_in_the_order_of_the_catalog(russian: Catalog) -> None:
    assert plural_forms("{n} new comment", "{n} new comments") == [
        "{n} новый комментарий",
        "{n} новых комментария",
        "{n} новых комментариев",
    ]


def test_plural_messages_without_a_translation_stay_english(russian: Catalog) -> None:
    for singular, plural in [
        ("{n} post", "{n} posts"),
        ("{n} untranslated", "{n} untranslated ones"),
    ]:
        assert plural_forms(singular, plural) == [singular, plural]


def test_english_plural_forms_are_taken_from_the_message() -> None:
    assert plural_forms("{n} new comment", "{n} new comments") == [
        "{n} new comment",
        "{n} new comments",
    ]


def test_constants_marked_for_translation_are_translated_where_they_are_shown(
    russian: Catalog,
) -> None:
    label = noop("Sign in")
    assert (label, gettext(label)) == ("Sign in", "Войти")


def test_override_restores_the_previous_language(russian_catalog: Catalog) -> None:
    with override("ru"):
        assert (active_language(), gettext("Sign in")) == ("ru", "Войти")
    assert (active_language(), gettext("Sign in")) == ("en", "Sign in")


def test_override_restores_the_previous_language_after_an_error(russian_catalog: Catalog) -> None:
    with pytest.raises(KeyError), override("ru"):
        gettext("Reply to {name}", user="Grace")
    assert active_language() == "en"


def test_activate_changes_the_language_of_the_process(russian_catalog: Catalog) -> None:
    try:
        activate("ru")
        assert (active_language(), gettext("Sign in")) == ("ru", "Войти")
    finally:
        activate("en")


def test_a_language_without_a_catalog_is_not_activated() -> None:
    with pytest.raises(FileNotFoundError):
        activate("de")
    assert active_language() == "en"


@pytest.mark.parametrize(("language", "name"), [("en", "English"), ("ru", "Русский")])
def test_a_language_has_its_own_name(language: str, name: str) -> None:
    with override(language):
        assert get_language_name() == name
