// Connects the draft store to the State: passes the server's responses to the store and sends the store's messages.
import { useEffect, useRef, useSyncExternalStore } from "react";
import { useLocation, useNavigate } from "react-router";
import { useConnection } from "../connection.js";
import { focusEmptyTitle, focusRejectedField, openPublishDialog, save } from "./actions.js";
import { draftStore } from "./draft_store.js";

/** Returns the view of the draft store (`view.js`). */
export const useDraft = () =>
  useSyncExternalStore(draftStore.subscribe, draftStore.getSnapshot, draftStore.getSnapshot);

/**
 * @param {{
 *   isReady: boolean,
 *   path: string,
 *   userId: number,
 *   draft: DraftView | null,
 *   initialCommunity: CommunitySummary | null,
 *   isAuthor: boolean,
 *   maxTextLength: number,
 *   saved: DraftSaved | null,
 *   rejected: DraftRejected | null,
 *   onSave: (message: DraftUpdate) => void,
 *   onPublish: (message: DraftUpdate) => void,
 *   onLoad: (postId: number) => void,
 *   onDiscard: (postId: number) => void,
 * }} props
 */
export function DraftSync(props) {
  const { isReady, path, userId, draft, initialCommunity, isAuthor, maxTextLength, saved, rejected } = props;
  const { key: locationKey, pathname } = useLocation();
  const navigate = useNavigate();
  const connection = useConnection();
  const latest = useRef(props);
  latest.current = props;

  useEffect(
    () =>
      draftStore.attachServer({
        save: (message) => latest.current.onSave(message),
        publish: (message) => latest.current.onPublish(message),
        load: (postId) => latest.current.onLoad(postId),
        discard: (postId) => latest.current.onDiscard(postId),
      }),
    [],
  );
  useEffect(() => draftStore.setConnected(connection.isConnected), [connection]);
  useEffect(() => {
    if (!isReady || !userId || path !== pathname) return;
    const openDraft = isDraftOfPage(draft, pathname) ? draft : null;
    const options = { locationKey, userId, isAuthor, initialCommunity, maxTextLength };
    if (draftStore.session?.locationKey === locationKey) draftStore.refresh(draft);
    else draftStore.startSession({ ...options, draft: openDraft });
  }, [isReady, path, pathname, locationKey, userId, draft]);
  useEffect(() => {
    const url = draftStore.acknowledge(saved);
    if (url) navigate(url);
  }, [saved]);
  useEffect(() => draftStore.reject(rejected), [rejected]);
  const { session_number: sessionNumber, is_loaded: isLoaded } = useDraft();
  useEffect(() => {
    if (isLoaded) focusEmptyTitle();
  }, [sessionNumber, isLoaded]);
  useFocusAfterRejection();
  useShortcuts();
  useSaveOnLeave();
  return null;
}

/**
 * @param {DraftView | null} draft
 * @param {string} pathname
 */
const isDraftOfPage = (draft, pathname) => draft && pathname.endsWith(`/${draft.id}`);

// After a successful publication no draft is loaded.
function useFocusAfterRejection() {
  const { is_loaded: isLoaded, is_publishing: isPublishing } = useDraft();
  const wasPublishing = useRef(false);
  useEffect(() => {
    if (wasPublishing.current && !isPublishing && isLoaded) focusRejectedField();
    wasPublishing.current = isPublishing;
  }, [isPublishing, isLoaded]);
}

/** @type {Record<string, () => void>} */
const SHORTCUTS = { s: save, S: save, Enter: openPublishDialog };

function useShortcuts() {
  useEffect(() => {
    /** @param {KeyboardEvent} event */
    const handleKeyDown = (event) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
      const action = SHORTCUTS[event.key];
      if (!action) return;
      event.preventDefault();
      action();
    };
    // The listener runs in the capture phase, so that it handles Ctrl+Enter before the editor does.
    document.addEventListener("keydown", handleKeyDown, { capture: true });
    return () => document.removeEventListener("keydown", handleKeyDown, { capture: true });
  }, []);
}

// Sends unsent changes when the page is hidden. Warns the user before leaving if this browser could not store changes.
function useSaveOnLeave() {
  useEffect(() => {
    const flush = () => document.visibilityState === "hidden" && draftStore.flush();
    /** @param {BeforeUnloadEvent} event */
    const warn = (event) => draftStore.session?.isStoredLocally === false && event.preventDefault();
    document.addEventListener("visibilitychange", flush);
    window.addEventListener("beforeunload", warn);
    return () => {
      document.removeEventListener("visibilitychange", flush);
      window.removeEventListener("beforeunload", warn);
    };
  }, []);
}
