// The desk as Reflex sees it: brings it what the server says, and carries its messages.
import { useEffect, useRef, useSyncExternalStore } from "react";
import { useLocation, useNavigate } from "react-router";
import { useConnection } from "../connection.js";
import { desk } from "./desk.js";
import { saves, asksToPublish } from "./gestures.js";

export const useDesk = () => useSyncExternalStore(desk.subscribe, desk.read, desk.read);

export function DeskKeeper(props) {
  const { ready, path, owner, draft, chosen, isOwn, kept, refused } = props;
  const { key, pathname } = useLocation();
  const navigate = useNavigate();
  const connection = useConnection();
  const latest = useRef(props);
  latest.current = props;

  useEffect(
    () =>
      desk.serve({
        save: (message) => latest.current.onSave(message),
        publish: (message) => latest.current.onPublish(message),
        load: (postId) => latest.current.onLoad(postId),
        discard: (postId) => latest.current.onDiscard(postId),
      }),
    [],
  );
  useEffect(() => desk.connected(connection.open), [connection]);
  useEffect(() => {
    if (!ready || !owner || path !== pathname) return;
    if (desk.sitting?.key === key) desk.refresh(draft);
    else desk.begin({ key, owner, is_own: isOwn, draft: isAt(pathname, draft), chosen });
  }, [ready, path, pathname, key, owner, draft]);
  useEffect(() => {
    const to = desk.acknowledge(kept);
    if (to) navigate(to);
  }, [kept]);
  useEffect(() => desk.refuse(refused), [refused]);
  useKeys();
  useLeaving();
  return null;
}

const isAt = (pathname, draft) => (draft && pathname.endsWith(`/${draft.id}`) ? draft : null);

function useKeys() {
  useEffect(() => {
    const press = (event) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
      const act = { s: saves, S: saves, Enter: asksToPublish }[event.key];
      if (!act) return;
      event.preventDefault();
      act();
    };
    // Before the editor, which has its own use for Ctrl+Enter.
    document.addEventListener("keydown", press, { capture: true });
    return () => document.removeEventListener("keydown", press, { capture: true });
  }, []);
}

// Whoever leaves takes nothing with them that could still be sent.
function useLeaving() {
  useEffect(() => {
    const leave = () => document.visibilityState === "hidden" && desk.flush();
    const warn = (event) => desk.sitting?.is_kept === false && event.preventDefault();
    document.addEventListener("visibilitychange", leave);
    window.addEventListener("beforeunload", warn);
    return () => {
      document.removeEventListener("visibilitychange", leave);
      window.removeEventListener("beforeunload", warn);
    };
  }, []);
}
