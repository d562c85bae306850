"""Texts with plural forms, for counts that are known only in the browser."""

from typing import Any

import reflex as rx

from community import i18n


def plural_text(singular: str, plural: str, count: rx.Var[int] | Any, **values: Any) -> rx.Var[str]:
    """Return a Var with the singular or plural form of a text, depending on `count`.

    The placeholder `{n}` is replaced by `count`. Any other placeholder, such as `{name}`, is
    replaced by the keyword argument with the same name.

    Use it in place of `i18n.ngettext` if the count is a Reflex Var. All plural forms in the site's
    language are compiled into the page, and the browser chooses one.
    """
    function: rx.vars.FunctionStringVar[Any] = rx.vars.FunctionStringVar.create(
        "pluralText",
        _var_data=rx.vars.VarData(
            imports={"$/public/ui/i18n.js": [rx.ImportVar(tag="pluralText")]}
        ),
    )
    forms = i18n.plural_forms(singular, plural)
    return function.call(forms, count, rx.Var.create(values)).to(str)
