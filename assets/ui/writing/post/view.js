// Creates the `DraftEditorView` (components/writing/draft_store.py): the data of the draft store that the page shows.
import { gettext } from "$/public/ui/i18n.js";
import { PUBLISHED_ONLY_FIELDS, isDirty, isEmpty } from "./session.js";
import { excerpt, firstImageUrl } from "./suggestions.js";

const INTRO_LIMIT = 500;
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
const NO_FIELDS = { title: "", text: "", intro: "", cover: null, tags: [], community: null, comments_enabled: true };
const NO_ERRORS = { title: "", text: "", intro: "", cover: "", tags: "", community: "" };

export function buildView(session, isConnected) {
  const fields = session?.fields ?? NO_FIELDS;
  const status = session ? statusOf(session, isConnected) : "idle";
  return {
    ...fields,
    cover: fields.cover ?? "",
    community_id: fields.community?.id ?? 0,
    community_name: fields.community?.name ?? "",
    is_loaded: Boolean(session),
    document_key: session?.draftKey ?? "",
    session_number: session?.sessionNumber ?? 0,
    text_hash: hashText(fields.text),
    acknowledged_revision: session?.acknowledgedRevision ?? 0,
    is_published: session?.status === "published",
    has_unpublished_changes: Boolean(session && (session.hasUnpublishedChanges || hasDeferredChanges(session))),
    status,
    status_text: STATUS_TEXTS[status],
    error_message: session?.errorMessage || session?.hint || "",
    errors: { ...NO_ERRORS, ...session?.errors },
    conflict: session?.conflict ?? "",
    is_connected: isConnected,
    is_publishing: session?.pendingAction === "publish",
    intro_remaining: INTRO_LIMIT - fields.intro.length,
    suggested_intro: excerpt(fields.text),
    suggested_cover: firstImageUrl(fields.text),
  };
}

function statusOf(session, isConnected) {
  if (!isConnected) return session.isStoredLocally ? "offline" : "unsaved";
  if (session.conflict || session.errorMessage || session.invalidFields.size) return "error";
  if (isEmpty(session)) return "idle";
  if (!session.isAuthor) return isDirty(session) ? "local_only" : "idle";
  if (isSaving(session)) return "saving";
  if (session.status !== "published") return session.isSaved ? "saved" : "idle";
  if (session.hasUnpublishedChanges) return "unpublished";
  return hasDeferredChanges(session) ? "local_only" : "idle";
}

const isSaving = (session) =>
  session.pendingMessage || [...session.changedFields].some((name) => !isDeferred(session, name));
const hasDeferredChanges = (session) => [...session.changedFields].some((name) => isDeferred(session, name));

// Returns whether a change to the field is sent only when the changes are published.
const isDeferred = ({ status }, name) => status === "published" && PUBLISHED_ONLY_FIELDS.includes(name);

// The hash tells the editor that the text has changed.
function hashText(text) {
  let hash = 5381;
  for (let index = 0; index < text.length; index += 1) hash = (hash * 33 + text.charCodeAt(index)) >>> 0;
  return `${text.length}-${hash}`;
}
