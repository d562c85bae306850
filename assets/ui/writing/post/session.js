// The editing session of a post. It lasts from opening the page until leaving it.
import { createMessageId } from "../composer/pending_message.js";
import { draftKey } from "./local_drafts.js";

const EMPTY = { title: "", text: "", intro: "", cover: null, tags: [], community: null, comments_enabled: true };
export const FIELDS = Object.keys(EMPTY);
// The draft of a published post does not contain these fields. They are sent when the changes are published.
export const PUBLISHED_ONLY_FIELDS = ["community", "comments_enabled"];

/**
 * Creates a session. `draft` is the draft that the server has stored, or null for a new post. `localDraft` is the copy
 * in this browser, or null. `initialCommunity` is the community that the URL of a new post names.
 */
export function createSession({ locationKey, userId, isAuthor, draft, initialCommunity, localDraft, sessionNumber }) {
  const clientId = draft?.client_id ?? localDraft?.clientId ?? createMessageId();
  const storedFields = draft ? pick(draft, FIELDS) : { community: initialCommunity ?? null };
  const pendingMessage = localDraft?.pendingMessage;
  return {
    locationKey,
    userId,
    isAuthor,
    sessionNumber,
    draftKey: draftKey(userId, draft ? (draft.client_id ?? draft.id) : clientId),
    clientId,
    postId: draft?.id ?? null,
    // If the response to the first message was lost, its version is 1.
    baseVersion: localDraft ? (localDraft.baseVersion ?? (draft ? 1 : null)) : (draft?.version ?? null),
    status: draft?.status ?? "draft",
    hasUnpublishedChanges: draft?.has_unpublished_changes ?? false,
    fields: { ...EMPTY, ...storedFields, ...localDraft?.fields },
    // The community that the URL names is sent with the first change.
    changedFields: new Set(localDraft?.changedFields ?? (!draft && initialCommunity ? ["community"] : [])),
    // If "publish" was interrupted, the changes are only saved. The user decides again whether to publish them.
    pendingMessage: pendingMessage ? { ...pendingMessage, action: "save" } : null,
    revision: 0,
    acknowledgedRevision: 0,
    pendingAction: "",
    errors: {},
    invalidFields: new Set(),
    errorMessage: "",
    hint: "",
    conflict: "",
    isReloading: false,
    isSaved: Boolean(draft),
    isStoredLocally: true,
  };
}

export const pick = (source, names) => Object.fromEntries(names.map((name) => [name, source[name]]));

export const isDirty = ({ pendingMessage, changedFields }) => Boolean(pendingMessage || changedFields.size);

/** Returns whether the session is a new post that has no content and is not stored yet. */
export function isEmpty({ postId, fields }) {
  const { title, text, intro, cover, tags } = fields;
  return postId === null && !(title.trim() || text.trim() || intro.trim() || cover || tags.length);
}

/** Returns the names of the changed fields that the next message contains. */
export function fieldsToSend({ changedFields, invalidFields, status, pendingAction }) {
  if (pendingAction) return [...changedFields];
  const deferred = status === "published" ? PUBLISHED_ONLY_FIELDS : [];
  return [...changedFields].filter((name) => !deferred.includes(name) && !invalidFields.has(name));
}
