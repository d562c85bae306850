"""The elements of the page of a list of records."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import reflex as rx

from community.admin.blocks.confirmation import confirmation_dialog
from community.admin.blocks.record_list.state import RecordOrderState
from community.admin.blocks.side_sheet import sheet_footer, side_sheet
from community.components import forms, ui
from community.i18n import gettext as _, noop
from community.rendering import Node, el, group, react_component, when
from community.styles.admin import lists as styles
from community.styles.ui import data_table, form
from community.styles.ui.button import Variant
from community.styles.ui.icons import IconName

_SortableList = react_component("admin/sortable_list.js", "SortableList", on_reorder=list[str])


@dataclass(frozen=True, slots=True)
class RemovalTexts:
    """The untranslated texts of the dialog that asks before it removes a record."""

    consequence: str  # a sentence that says what will happen
    title: str = noop("Delete {name}?")  # with `{name}` for the name of the record
    confirm: str = noop("Delete")
    when: str = ""  # the field of the records to which the texts apply; empty for all others


@dataclass(frozen=True, slots=True)
class RecordListView:
    """Creates the elements of the page from the State class of the list."""

    state: Any

    def add_button(self, variant: Variant = "primary") -> Node:
        return ui.button(
            _(self.state.records.add),
            icon_name="plus",
            variant=variant,
            size="sm",
            on_click=self.state.open_form(0),
        )

    def rows(
        self,
        row: Callable[[Any], Node],
        *,
        hint: str,
        empty_title: str = "",
        empty_text: str = "",
        empty_icon: IconName | None = None,
    ) -> Node:
        """Return the list below a hint, which stays if it is empty without `empty_title`."""
        state, paragraph = self.state, el.p(hint, class_name=styles.HINT)
        items, label = rx.foreach(state.rows, row), _(state.records.label)
        if self._is_movable():
            content = _SortableList(
                items, class_name=styles.LIST, label=label, on_reorder=state.reorder
            )
        else:
            content = el.ul(items, class_name=styles.LIST, aria_label=label)
        if not empty_title:
            return rx.fragment(paragraph, rx.cond(state.rows.length() > 0, content))
        empty = ui.empty_state(
            empty_title, empty_text, icon_name=empty_icon, action=self.add_button("secondary")
        )
        return rx.cond(state.rows.length() > 0, rx.fragment(paragraph, content), empty)

    def row(self, record: Any, *content: Node, controls: Sequence[Node]) -> Node:
        """Return a row. If users can move it, it begins with a handle."""
        key = self._get_key(record).to(str)
        return el.li(
            _handle(self._get_name(record)) if self._is_movable() else None,
            *content,
            el.div(*controls, class_name=styles.ACTIONS),
            key=key,
            data_sort_key=key if self._is_movable() else None,
            class_name=styles.ROW,
        )

    def edit_button(self, record: Any) -> Node:
        label = _("Edit {name}", name=self._get_name(record))
        return row_button("edit", label, self.state.open_form(self._get_key(record)))

    def remove_button(self, record: Any) -> Node:
        label = _("Delete {name}", name=self._get_name(record))
        return row_button("trash", label, self.state.ask_to_remove(self._get_key(record)))

    def switch(self, record: Any) -> Node:
        """Return the switch that turns a record on and off. Only screen readers read its name."""
        return ui.switch(
            el.span(self._get_name(record), class_name="sr-only"),
            checked=record.is_active,
            on_change=lambda value: self.state.set_active(self._get_key(record), value),
        )

    def removal_dialog(self, texts: RemovalTexts, *special_texts: RemovalTexts) -> rx.Component:
        record = self.state.removing

        def choose(read: Callable[[RemovalTexts], Any]) -> Any:
            shown = read(texts)
            for special in special_texts:
                applies = (record & getattr(record, special.when)).to(bool)
                shown = rx.cond(applies, read(special), shown)
            return shown

        return confirmation_dialog(
            dialog_id=f"remove-{self.state.records.code}",
            title=choose(lambda texts: _(texts.title, name=self._get_name(record))),
            consequence=choose(lambda texts: _(texts.consequence)),
            confirm_label=choose(lambda texts: _(texts.confirm)),
            on_confirm=self.state.remove,
            on_close=self.state.cancel_removal,
            is_open=record != None,  # noqa: E711  # compared in the browser
            error=self.state.removal_error,
        )

    def sheet(
        self,
        *fields: Node,
        submit_label: str = "",
        class_name: str = data_table.SHEET,
        form_class: str = form.STACK,
    ) -> rx.Component:
        """Return the side sheet with the form of a record.

        Args:
            fields: The content of the form. `field`, `select` and `checkbox` create inputs with the
                values of the record, and `input` one that begins empty.
        """
        state, records = self.state, self.state.records
        content = rx.el.form(
            *fields,
            sheet_footer(ui.button(submit_label or _("Save"), type="submit", variant="primary")),
            key=rx.cond(state.row, self._get_key(state.row).to(str), "new"),
            on_submit=state.save,
            no_validate=True,
            class_name=form_class,
        )
        return side_sheet(
            rx.cond(state.is_form_open, content),
            id=f"{records.code}-form",
            title=rx.cond(
                state.editing, _(records.edit_title or records.new_title), _(records.new_title)
            ),
            open=state.is_form_open,
            on_close=state.close_form,
            is_form=True,
            class_name=class_name,
        )

    def field(self, name: str, label: str, *, default: Any = "", **props: Any) -> Node:
        row = self.state.row
        value = rx.cond(row, getattr(row, name), default)
        return self.input(name, label, default_value=value, **props)

    def input(self, name: str, label: str, **props: Any) -> Node:
        return text_field(self.state.errors, name, label, **props)

    def select(
        self, name: str, label: str, options: Sequence[tuple[str, str]], *, default: Any
    ) -> Node:
        def control(**props: Any) -> Node:
            return ui.select(options, **props)

        return self.field(name, label, default=default, control=control)

    def checkbox(self, name: str, label: str, *, hint: str, default: bool = False) -> Node:
        row = self.state.row
        checked = rx.cond(row, getattr(row, name), default).to(bool)
        return ui.checkbox(label, hint=hint, name=name, default_checked=checked)

    def image_field(
        self, field: str, label: str, *, image_class: str, **props: Any
    ) -> rx.Component:
        """Return a field that uploads an image of the record in the form.

        The State derives from `RecordImagesState`.
        """
        image = self.state.images[field]
        preview = when(
            image,
            lambda: el.img(src=image, alt="", class_name=image_class),
            lambda: ui.icon("image"),
        )
        choose = ui.button(
            _("Choose image"),
            icon_name="upload",
            size="sm",
            # Begins with the visible text, so that it can be spoken to choose the button.
            aria_label=_("Choose image: {label}", label=label),
            data_choose_file="",
        )
        remove = ui.button(
            _("Remove"),
            icon_name="trash",
            variant="quiet",
            size="sm",
            aria_label=_("Remove: {label}", label=label),
            on_click=self.state.remove_image(field),
            data_remove_image="",
        )
        return forms.image_input(
            preview,
            group(choose, when(image, lambda: remove)),
            label=label,
            error=ui.error_message(self.state.errors, field),
            reset_key=self.state.image_revision,
            on_upload=self.state.set_image(field),
            **props,
        )

    def _is_movable(self) -> bool:
        return issubclass(self.state, RecordOrderState)

    def _get_key(self, record: Any) -> Any:
        return getattr(record, self.state.records.key)

    def _get_name(self, record: Any) -> Any:
        return getattr(record, self.state.records.name)


def row_button(icon_name: IconName, label: Any, on_click: Any) -> Node:
    return ui.icon_button(icon_name, label, size="sm", has_tooltip=False, on_click=on_click)


def text_field(
    errors: Any,
    name: str,
    label: str,
    *,
    hint: str = "",
    optional: bool = False,
    control: Any = ui.text_input,
    **props: Any,
) -> Node:
    error = ui.error_message(errors, name)
    return ui.field(
        label,
        control(name=name, error=error, **props),
        name=name,
        hint=hint,
        error=error,
        optional=optional,
    )


def _handle(name: Any) -> Node:
    return el.button(
        ui.icon("grip"),
        type="button",
        aria_label=_("Move {name}. Use the arrow keys.", name=name),
        data_sort_handle=True,
        class_name=styles.HANDLE,
    )
