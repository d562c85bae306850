// How long a text is, of how long it may be. Nothing is cut: what is too much is only said.
import { createElement as el, useEffect, useState } from "react";

export function Counter({ of, limit, looks }) {
  const [length, setLength] = useState(0);

  useEffect(() => {
    const field = document.getElementById(of);
    const count = () => setLength([...field.value].length);
    count();
    field.addEventListener("input", count);
    return () => field.removeEventListener("input", count);
  }, [of]);

  const over = length - limit;
  return el(
    "span",
    { className: over > 0 ? looks.over : looks.within },
    el("span", { "aria-hidden": true }, `${length} / ${limit}`),
    el("span", { className: "sr-only", role: "status" }, over > 0 ? `${over} characters too many` : ""),
  );
}
