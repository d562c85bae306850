// What a form said that loaded the page anew (`data-done`, see sending.js): shown once.
import { createElement as el, useEffect, useRef, useState } from "react";

export function DoneNote({ form, className }) {
  const [sentence, setSentence] = useState("");
  const note = useRef(null);
  useEffect(() => {
    const place = `done:${form}`;
    setSentence(sessionStorage.getItem(place) ?? "");
    sessionStorage.removeItem(place);
  }, [form]);
  useEffect(() => {
    if (sentence) note.current.scrollIntoView({ block: "center" });
  }, [sentence]);
  return el("p", { ref: note, role: "status", className: sentence ? className : "sr-only" }, sentence);
}
