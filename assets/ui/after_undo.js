// Component that calls `onChange` when `value` changes, but not for the initial value.
import { useEffect, useRef } from "react";

/** @param {{ value: unknown, onChange: () => void }} props */
export function AfterUndo({ value, onChange }) {
  const previous = useRef(value);
  useEffect(() => {
    if (value === previous.current) return;
    previous.current = value;
    onChange();
  }, [value]);
  return null;
}
