// An input that shows the suggested value until the user types into it.
import { createElement as el, useEffect, useRef } from "react";

/** @param {{ suggestion: string } & React.ComponentProps<"input">} props */
export function SuggestedInput({ suggestion, ...props }) {
  /** @type {Ref<HTMLInputElement>} */
  const input = useRef(null);
  const isEdited = useRef(false);
  useEffect(() => {
    if (!isEdited.current && suggestion) input.current.value = suggestion;
  }, [suggestion]);
  const handleInput = () => {
    isEdited.current = input.current.value !== "";
  };
  return el("input", { ...props, ref: input, onInput: handleInput });
}
