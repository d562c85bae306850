// The state of the connection to the server. `useConnection` returns a new object each time the socket has opened, so
// an effect that depends on it runs once per (re)connection.
import { useContext, useEffect, useMemo, useState } from "react";
import { EventLoopContext } from "$/utils/context";

export function useConnection() {
  const [, errors] = useContext(EventLoopContext);
  const [isOnline, setIsOnline] = useState(() => navigator.onLine !== false);

  useEffect(() => {
    const update = () => setIsOnline(navigator.onLine);
    window.addEventListener("online", update);
    window.addEventListener("offline", update);
    return () => {
      window.removeEventListener("online", update);
      window.removeEventListener("offline", update);
    };
  }, []);

  return useMemo(() => ({ isConnected: isOnline && errors.length === 0 }), [isOnline, errors]);
}
