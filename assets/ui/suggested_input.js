// A field that follows a suggestion until somebody writes into it.
import { createElement as el, useEffect, useRef } from "react";

export function SuggestedInput({ suggestion, ...rest }) {
  const input = useRef(null);
  const written = useRef(false);
  useEffect(() => {
    if (!written.current && suggestion) input.current.value = suggestion;
  }, [suggestion]);
  const note = () => {
    written.current = input.current.value !== "";
  };
  return el("input", { ...rest, ref: input, onInput: note });
}
