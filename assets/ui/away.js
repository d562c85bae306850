// Says that the site cannot be reached, once that has lasted: a restart of a second is nobody's news.
import { createElement as el, useEffect, useState } from "react";
import { useConnection } from "$/public/ui/writing/connection.js";

const PATIENCE = 2_500;

export function Away({ className, children }) {
  const { open } = useConnection();
  const [isAway, setIsAway] = useState(false);

  useEffect(() => {
    if (open) return setIsAway(false);
    const waiting = setTimeout(() => setIsAway(true), PATIENCE);
    return () => clearTimeout(waiting);
  }, [open]);

  return el("p", { role: "status", className: isAway ? className : "sr-only" }, isAway && children);
}
