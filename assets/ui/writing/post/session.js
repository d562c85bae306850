// The editing session of a post. It lasts from opening the page until leaving it.
import { createMessageId } from "../composer/pending_message.js";
import { draftKey } from "./local_drafts.js";

/**
 * @import { LocalDraft } from "./local_drafts.js"
 * @typedef {"title" | "text" | "intro" | "cover" | "tags" | "community" | "comments_enabled"} FieldName
 * @typedef {Pick<DraftView, FieldName>} Fields
 * @typedef {"save" | "publish"} Action
 *
 * A message that the server has not answered yet.
 * @typedef {{ revision: number, action: Action, baseVersion: number | null, fields: Partial<Fields> }} PendingMessage
 *
 * @typedef {{
 *   locationKey: string,
 *   userId: number,
 *   isAuthor: boolean,
 *   draft: DraftView | null,
 *   initialCommunity?: CommunitySummary | null,
 *   maxTextLength: number,
 *   localDraft: LocalDraft | null,
 *   sessionNumber: number,
 * }} SessionOptions
 * @typedef {ReturnType<typeof createSession>} Session
 *
 * The functions that send messages to the server.
 * @typedef {{
 *   save: (message: DraftUpdate) => void,
 *   publish: (message: DraftUpdate) => void,
 *   load: (postId: number) => void,
 *   discard: (postId: number) => void,
 * }} Server
 */

/** @type {Fields} */
export const EMPTY_FIELDS = {
  title: "",
  text: "",
  intro: "",
  cover: null,
  tags: [],
  community: null,
  comments_enabled: true,
};
export const FIELDS = /** @type {FieldName[]} */ (Object.keys(EMPTY_FIELDS));
/**
 * The draft of a published post does not contain these fields. They are sent when the changes are published.
 * @type {FieldName[]}
 */
export const PUBLISHED_ONLY_FIELDS = ["community", "comments_enabled"];

/**
 * Returns whether the post is published or waits for a moderator. Changes are then sent as a draft of the post.
 * @param {{ status: string }} session
 */
export const isSubmitted = ({ status }) => status === "published" || status === "on_moderation";

/**
 * Creates a session. `draft` is the draft that the server has stored, or null for a new post. `localDraft` is the copy
 * in this browser, or null. `initialCommunity` is the community that the URL of a new post names.
 * @param {SessionOptions} options
 */
export function createSession({ draft, initialCommunity, localDraft, ...options }) {
  const { userId } = options;
  const clientId = draft?.client_id ?? localDraft?.clientId ?? createMessageId();
  const storedFields = draft ? pick(draft, FIELDS) : { community: initialCommunity ?? null };
  return {
    ...options,
    draftKey: draftKey(userId, draft ? (draft.client_id ?? draft.id) : clientId),
    clientId,
    ...storedState(draft),
    baseVersion: baseVersionOf(draft, localDraft),
    fields: /** @type {Fields} */ ({ ...EMPTY_FIELDS, ...storedFields, ...localDraft?.fields }),
    changedFields: new Set(localDraft ? localDraft.changedFields : initialChanges(draft, initialCommunity)),
    pendingMessage: interruptedMessage(localDraft),
    revision: 0,
    pendingAction: /** @type {Action | ""} */ (""),
    errors: /** @type {Record<string, string>} */ ({}),
    invalidFields: /** @type {Set<FieldName>} */ (new Set()),
    errorMessage: "",
    hint: "",
    conflict: "",
    isReloading: false,
    isStoredLocally: true,
  };
}

/**
 * The community that the URL names is sent with the first change.
 * @param {DraftView | null} draft
 * @param {CommunitySummary | null | undefined} initialCommunity
 * @returns {FieldName[]}
 */
const initialChanges = (draft, initialCommunity) => (!draft && initialCommunity ? ["community"] : []);

/** @param {DraftView | null} draft */
const storedState = (draft) => ({
  postId: draft ? draft.id : null,
  status: draft ? draft.status : "draft",
  hasUnpublishedChanges: draft ? draft.has_unpublished_changes : false,
  isSaved: Boolean(draft),
});

/**
 * @param {DraftView | null} draft
 * @param {LocalDraft | null} localDraft
 */
function baseVersionOf(draft, localDraft) {
  if (!localDraft) return draft ? draft.version : null;
  // If the response to the first message was lost, its version is 1.
  return localDraft.baseVersion ?? (draft ? 1 : null);
}

/**
 * If "publish" was interrupted, the changes are only saved. The user decides again whether to publish them.
 * @param {LocalDraft | null} localDraft
 * @returns {PendingMessage | null}
 */
function interruptedMessage(localDraft) {
  const pendingMessage = localDraft?.pendingMessage;
  return pendingMessage ? { ...pendingMessage, action: "save" } : null;
}

/**
 * @template {object} T
 * @template {keyof T} K
 * @param {T} source
 * @param {K[]} names
 */
export const pick = (source, names) =>
  /** @type {Pick<T, K>} */ (Object.fromEntries(names.map((name) => [name, source[name]])));

/** @param {Session} session */
export const isDirty = ({ pendingMessage, changedFields }) => Boolean(pendingMessage || changedFields.size);

/**
 * Returns whether the session is a new post that has no content and is not stored yet.
 * @param {Session} session
 */
export function isEmpty({ postId, fields }) {
  const { title, text, intro, cover, tags } = fields;
  return postId === null && !(title.trim() || text.trim() || intro.trim() || cover || tags.length);
}

/**
 * Returns the names of the changed fields that the next message contains.
 * @param {Session} session
 */
export function fieldsToSend(session) {
  const { changedFields, invalidFields, pendingAction } = session;
  if (pendingAction) return [...changedFields];
  const deferred = isSubmitted(session) ? PUBLISHED_ONLY_FIELDS : [];
  return [...changedFields].filter((name) => !deferred.includes(name) && !invalidFields.has(name));
}

/**
 * Returns the pending message as the server expects it.
 * @param {Session} session
 * @param {PendingMessage} pendingMessage
 * @returns {DraftUpdate}
 */
export function toDraftUpdate({ clientId: client_id, postId: post_id }, pendingMessage) {
  const { revision, baseVersion: base_version } = pendingMessage;
  const { community, ...fields } = pendingMessage.fields;
  /** @type {DraftChanges} */
  const changes = fields;
  if (community !== undefined) changes.community_id = community?.id ?? null;
  return { client_id, post_id, base_version, revision, changes };
}

/**
 * Returns the changes that the server has not stored, for the storage of this browser.
 * @param {Session} session
 * @returns {LocalDraft}
 */
export function toLocalDraft(session) {
  const { pendingMessage } = session;
  const changedFields = [...session.changedFields];
  const sentFields = /** @type {FieldName[]} */ (Object.keys(pendingMessage?.fields ?? {}));
  return {
    ...pick(session, ["clientId", "postId", "baseVersion"]),
    fields: pick(session.fields, [...changedFields, ...sentFields]),
    changedFields,
    pendingMessage,
  };
}
