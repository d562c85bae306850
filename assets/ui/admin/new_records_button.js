// A floating button such as "3 new entries". It replaces the rows of a table and shows the first of them.
import { createElement as el } from "react";
import { ngettext } from "$/public/ui/i18n.js";

/**
 * @param {{
 *   count: number,
 *   tableId: string,
 *   classNames: ClassNames,
 *   onShow: () => void,
 *   children: ReactNode,
 * }} props `tableId` is the id of the element that scrolls the table.
 */
export function NewRecordsButton({ count, tableId, classNames, onShow, children }) {
  const show = () => {
    const table = document.getElementById(tableId);
    onShow();
    // The button disappears, so it cannot keep the focus.
    table?.focus({ preventScroll: true });
    table?.scrollTo({ top: 0 });
    window.scrollTo({ top: 0 });
  };
  const label = ngettext("{n} new entry", "{n} new entries", count);
  const button = el("button", { type: "button", className: classNames.button, onClick: show }, children, label);
  return el("div", { className: classNames.container, role: "status" }, count > 0 && button);
}
