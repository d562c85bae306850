// Shows the length of a text and its limit. It does not truncate the text, but only shows that it is too long.
import { createElement as el, useEffect, useState } from "react";
import { ngettext } from "$/public/ui/i18n.js";

/** @param {{ fieldId: string, limit: number, classNames: ClassNames }} props */
export function CharacterCounter({ fieldId, limit, classNames }) {
  const [length, setLength] = useState(0);

  useEffect(() => {
    const field = /** @type {HTMLInputElement} */ (document.getElementById(fieldId));
    const update = () => setLength([...field.value].length);
    update();
    field.addEventListener("input", update);
    return () => field.removeEventListener("input", update);
  }, [fieldId]);

  const excess = length - limit;
  const status = excess > 0 ? ngettext("{n} character over the limit", "{n} characters over the limit", excess) : "";
  return el(
    "span",
    { className: excess > 0 ? classNames.over : classNames.within },
    el("span", { "aria-hidden": true }, `${length} / ${limit}`),
    el("span", { className: "sr-only", role: "status" }, status),
  );
}
