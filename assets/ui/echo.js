// Says that a value has become another one; what it was when the page came is no news.
import { useEffect, useRef } from "react";

export function Echo({ of, onChange }) {
  const before = useRef(of);
  useEffect(() => {
    if (of === before.current) return;
    before.current = of;
    onChange();
  }, [of]);
  return null;
}
