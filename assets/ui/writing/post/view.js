// Creates the `DraftEditorView` (components/writing/draft_store.py): the data of the draft store that the page shows.
import { gettext } from "$/public/ui/i18n.js";
import { EMPTY_FIELDS, PUBLISHED_ONLY_FIELDS, isDirty, isEmpty, isSubmitted } from "./session.js";

const STATUS_TEXTS = {
  offline: gettext("Offline. Saved in this browser."),
  unsaved: gettext("Offline. Keep this tab open."),
  saving: gettext("Saving…"),
  saved: gettext("Saved"),
  unpublished: gettext("Saved, not published yet"),
  local_only: gettext("Saved in this browser until you update the post"),
  error: gettext("Not saved"),
  idle: "",
};
const NO_ERRORS = { title: "", text: "", intro: "", cover: "", tags: "", community: "" };

/** @import { FieldName, Session } from "./session.js" */

/** The view before a post is open. */
const EMPTY_VIEW = {
  ...EMPTY_FIELDS,
  cover: "",
  is_loaded: false,
  session_number: 0,
  is_published: false,
  is_waiting: false,
  has_unpublished_changes: false,
  status: "idle",
  status_text: "",
  error_message: "",
  errors: NO_ERRORS,
  conflict: "",
  is_publishing: false,
};

/**
 * @param {Session | null} session
 * @param {boolean} isConnected
 * @returns {DraftEditorView}
 */
export function buildView(session, isConnected) {
  if (!session) return { ...EMPTY_VIEW, is_connected: isConnected };
  const { fields } = session;
  const status = statusOf(session, isConnected);
  return {
    ...fields,
    cover: fields.cover ?? "",
    is_loaded: true,
    session_number: session.sessionNumber,
    is_published: isSubmitted(session),
    is_waiting: session.status === "on_moderation",
    has_unpublished_changes: session.hasUnpublishedChanges || hasDeferredChanges(session),
    status,
    status_text: STATUS_TEXTS[status],
    error_message: session.errorMessage || session.hint,
    errors: { ...NO_ERRORS, ...session.errors },
    conflict: session.conflict,
    is_connected: isConnected,
    is_publishing: session.pendingAction === "publish",
  };
}

/**
 * @param {Session} session
 * @param {boolean} isConnected
 * @returns {keyof typeof STATUS_TEXTS}
 */
function statusOf(session, isConnected) {
  if (!isConnected) return session.isStoredLocally ? "offline" : "unsaved";
  if (session.conflict || session.errorMessage || session.invalidFields.size) return "error";
  if (isEmpty(session)) return "idle";
  if (!session.isAuthor) return isDirty(session) ? "local_only" : "idle";
  if (isSaving(session)) return "saving";
  return isSubmitted(session) ? publishedStatusOf(session) : session.isSaved ? "saved" : "idle";
}

/** @param {Session} session */
function publishedStatusOf(session) {
  if (session.hasUnpublishedChanges) return "unpublished";
  return hasDeferredChanges(session) ? "local_only" : "idle";
}

/** @param {Session} session */
const isSaving = (session) =>
  session.pendingMessage || [...session.changedFields].some((name) => !isDeferred(session, name));
/** @param {Session} session */
const hasDeferredChanges = (session) => [...session.changedFields].some((name) => isDeferred(session, name));

/**
 * Returns whether a change to the field is sent only when the changes are published.
 * @param {Session} session
 * @param {FieldName} name
 */
const isDeferred = (session, name) => isSubmitted(session) && PUBLISHED_ONLY_FIELDS.includes(name);
