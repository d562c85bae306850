// The banner for a lost connection. It appears after a delay, so that users do not see it when the server restarts.
import { createElement as el, useEffect, useState } from "react";
import { useConnection } from "$/public/ui/writing/connection.js";

const DELAY_MS = 2_500;

/** @param {{ className: string, children: ReactNode }} props */
export function OfflineBanner({ className, children }) {
  const { isConnected } = useConnection();
  const [isVisible, setIsVisible] = useState(false);

  useEffect(() => {
    if (isConnected) return setIsVisible(false);
    const timer = setTimeout(() => setIsVisible(true), DELAY_MS);
    return () => clearTimeout(timer);
  }, [isConnected]);

  return el("p", { role: "status", className: isVisible ? className : "sr-only" }, isVisible && children);
}
