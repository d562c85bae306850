// Whether the server hears us. `connection` is a new object each time the socket has opened, so
// an effect on it runs once per (re)connection.
import { useContext, useEffect, useMemo, useState } from "react";
import { EventLoopContext } from "$/utils/context";

export function useConnection() {
  const [, errors] = useContext(EventLoopContext);
  const [online, setOnline] = useState(() => navigator.onLine !== false);

  useEffect(() => {
    const follow = () => setOnline(navigator.onLine);
    window.addEventListener("online", follow);
    window.addEventListener("offline", follow);
    return () => {
      window.removeEventListener("online", follow);
      window.removeEventListener("offline", follow);
    };
  }, []);

  return useMemo(() => ({ open: online && errors.length === 0 }), [online, errors]);
}
