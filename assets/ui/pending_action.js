// The action that a guest has begun and that needs an account, such as a reply. The sign-in reloads the page, and the
// page then performs the action once, in the same way as after a click by a member.
//
// Only a click in this tab stores an action, so no link can make a user act. The URL of the page contains nothing of it.
import { useEffect } from "react";

/**
 * `target` identifies the object of the action on its page. `value` is the code of a reaction, otherwise "".
 * @typedef {"reply" | "comment" | "react" | "follow" | "join" | "notify"} Kind
 * @typedef {{ kind: Kind, target: string, value: string, path: string, time: number }} PendingAction
 */

const STORAGE_KEY = "pending-action";
// As long as it may take to register.
const MAX_AGE_MS = 30 * 60 * 1000;
const KINDS = ["reply", "comment", "react", "follow", "join", "notify"];
const DIALOG_ID = "auth";

/**
 * Stores an action of a guest until they have signed in on this page, or until they close the dialog.
 * @param {string} kind
 * @param {string | number} target
 * @param {string} [value]
 */
export function rememberAction(kind, target, value = "") {
  const action = { kind, target: String(target), value, path: location.pathname, time: Date.now() };
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(action));
  } catch {
    // Without storage the user repeats the action after the sign-in.
  }
}

export function forgetAction() {
  try {
    sessionStorage.removeItem(STORAGE_KEY);
  } catch {
    // storage may be disabled
  }
}

/**
 * Returns the action of the kind that was begun on this page, or null.
 * @param {Kind} kind
 * @returns {PendingAction | null}
 */
export function findAction(kind) {
  const action = readAction();
  if (!action || action.kind !== kind || !KINDS.includes(action.kind)) return null;
  return action.path === location.pathname && Date.now() - action.time < MAX_AGE_MS ? action : null;
}

/** @returns {PendingAction | null} */
function readAction() {
  try {
    return JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? "null");
  } catch {
    return null;
  }
}

/**
 * Calls `perform` once if the viewer began the action before signing in. If `kind` is null, there is no such action.
 * @param {Kind | null} kind
 * @param {string | number} target
 * @param {boolean} isSignedIn
 * @param {(value: string) => void} perform
 */
export function usePendingAction(kind, target, isSignedIn, perform) {
  useEffect(() => {
    const action = isSignedIn && kind && findAction(kind);
    if (!action || action.target !== String(target)) return;
    forgetAction();
    perform(action.value);
  }, [kind, target, isSignedIn]);
}

/**
 * Elements marked `data-pending-action="reply:12"` open the sign-in dialog.
 * @param {Event} event
 */
function rememberClickedAction({ target }) {
  const element = /** @type {HTMLElement | null} */ (
    target instanceof Element && target.closest("[data-pending-action]")
  );
  const [kind, id] = element?.dataset.pendingAction?.split(":") ?? [];
  if (kind) rememberAction(kind, id);
}

/** @param {Event} event */
const forgetIfDialogCloses = ({ target }) => target instanceof Element && target.id === DIALOG_ID && forgetAction();

// The build of the pages loads this module without a document.
if (typeof document !== "undefined") {
  document.addEventListener("click", rememberClickedAction, { capture: true });
  // The event `close` does not bubble. A reload after the sign-in does not close the dialog.
  document.addEventListener("close", forgetIfDialogCloses, { capture: true });
}
