// What a form said that loaded the page anew (`data-done`, see sending.js): shown once.
import { createElement as el, useEffect, useState } from "react";

export function DoneNote({ form, className }) {
  const [sentence, setSentence] = useState("");
  useEffect(() => {
    const place = `done:${form}`;
    setSentence(sessionStorage.getItem(place) ?? "");
    sessionStorage.removeItem(place);
  }, [form]);
  return el("p", { role: "status", className: sentence ? className : "sr-only" }, sentence);
}
