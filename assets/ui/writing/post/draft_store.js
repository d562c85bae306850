// The draft store: holds the user's changes to a post and keeps them in sync with the draft that the server has stored.
//
// Every change is stored in this browser immediately and sent after a pause. Only one message is in flight at a time.
// It is sent again, unchanged, until the server responds. The server recognizes a message that it has already stored,
// but would treat a different message as a change from another window.
import { createMessageId } from "../composer/pending_message.js";
import { Timers } from "../timers.js";
import { claimLocalDraft, claimUnsavedDraft, draftKey, removeLocalDraft, saveLocalDraft } from "./local_drafts.js";
import { FIELDS, createSession, fieldsToSend, isDirty, isEmpty, pick, toDraftUpdate, toLocalDraft } from "./session.js";
import { requiredFieldErrors, tooLongError } from "./validation.js";
import { buildView } from "./view.js";

const SEND_AFTER = 800;
const SEND_AT_LEAST_EVERY = 2_000;
const RETRY_AFTER = 10_000;

/** @import { FieldName, Server, Session, SessionOptions } from "./session.js" */

export class DraftStore {
  /** @type {Session | null} */
  session = null;
  view = buildView(null, true);
  /** @type {Set<() => void>} */
  #listeners = new Set();
  #timers = new Timers();
  /** @type {Server | null} */
  #server = null;
  #isConnected = true;

  /** @param {() => void} listener */
  subscribe = (listener) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  getSnapshot = () => this.view;

  // The methods that use this getter are called only while a post is open.
  get #openedSession() {
    return /** @type {Session} */ (this.session);
  }

  /**
   * Connects the store to the server and returns a function that disconnects it. `server` has the methods `save`,
   * `publish`, `load` and `discard`. The responses arrive through `acknowledge`, `reject` and `refresh`.
   * @param {Server} server
   */
  attachServer(server) {
    this.#server = server;
    // The session is kept, because the page may mount again and the editor reports its last change when it unmounts.
    return () => {
      this.flush();
      this.#timers.cancelAll();
      this.#server = null;
    };
  }

  /** @param {boolean} isConnected */
  setConnected(isConnected) {
    this.#isConnected = isConnected;
    this.#timers.cancel("retry");
    this.#notify();
    if (isConnected) this.#resume();
  }

  // --- sessions -------------------------------------------------------------------------------

  /** @param {Omit<SessionOptions, "localDraft" | "sessionNumber">} options */
  startSession({ userId, draft, ...options }) {
    const localDraft = draft
      ? claimLocalDraft(draftKey(userId, draft.client_id ?? draft.id))
      : claimUnsavedDraft(userId);
    this.#openSession({ ...options, userId, draft, localDraft });
    this.#resume();
  }

  /**
   * Handles the draft that the server has sent again, after a reconnection or because the browser requested it.
   * @param {DraftView | null} draft
   */
  refresh(draft) {
    const { session } = this;
    this.#resume();
    if (!session || !draft || draft.id !== session.postId) return;
    const isNewer = draft.version > (session.baseVersion ?? 0) && !isDirty(session);
    if (!isNewer && !session.isReloading) return;
    this.#removeLocally();
    const options = pick(session, ["locationKey", "userId", "isAuthor", "maxTextLength"]);
    this.#openSession({ ...options, draft, localDraft: null });
  }

  /** @param {Omit<SessionOptions, "sessionNumber">} options */
  #openSession(options) {
    this.#timers.cancelAll();
    this.session = createSession({ ...options, sessionNumber: (this.session?.sessionNumber ?? 0) + 1 });
    this.#notify();
  }

  // --- changes --------------------------------------------------------------------------------

  /**
   * @param {FieldName} field
   * @param {unknown} value
   */
  setField(field, value) {
    const { session } = this;
    if (!session || JSON.stringify(session.fields[field]) === JSON.stringify(value)) return;
    const error = field === "text" ? tooLongError(String(value), session.maxTextLength) : "";
    session.fields = { ...session.fields, [field]: value };
    session.changedFields.add(field);
    session.invalidFields[error ? "add" : "delete"](field);
    Object.assign(session, { errorMessage: "", hint: "" });
    this.#setErrors({ [field]: error });
    this.#saveLocally();
    this.#notify();
    this.#timers.schedule("send", SEND_AFTER, () => this.flush());
    if (!this.#timers.has("limit")) this.#timers.schedule("limit", SEND_AT_LEAST_EVERY, () => this.flush());
  }

  flush() {
    this.#timers.cancel("send", "limit");
    this.#sendNext();
  }

  // --- publishing -----------------------------------------------------------------------------

  /** Returns whether the post can be published. Shows an error at each required field that is empty. */
  validate() {
    this.#setErrors(requiredFieldErrors(this.#openedSession));
    this.#notify();
    return !this.#openedSession.errors.title && !this.#openedSession.errors.text;
  }

  publish() {
    if (!this.#isConnected || !this.validate()) return;
    Object.assign(this.#openedSession, { pendingAction: "publish", errorMessage: "", hint: "" });
    this.#notify();
    this.flush();
  }

  /**
   * Shows a message in the publish dialog until the next change.
   * @param {string} hint
   */
  showHint(hint) {
    this.#openedSession.hint = hint;
    this.#notify();
  }

  // --- responses ------------------------------------------------------------------------------

  /**
   * Handles the response to a message that the server stored. Returns the URL to open after publishing, or "".
   * @param {DraftSaved | null} saved
   */
  acknowledge(saved) {
    const { session } = this;
    if (!session || !saved || saved.revision !== session.pendingMessage?.revision) return "";
    this.#takePendingMessage();
    if (session.postId === null) history.replaceState(history.state, "", saved.url);
    Object.assign(session, { postId: saved.post_id, baseVersion: saved.version, isSaved: true, errorMessage: "" });
    session.hasUnpublishedChanges = saved.has_unpublished_changes;
    if (!session.changedFields.has("tags")) session.fields = { ...session.fields, tags: saved.tags };
    if (session.changedFields.size) this.#saveLocally();
    else this.#removeLocally();
    if (saved.redirect_to) this.session = null;
    this.#notify();
    this.#sendNext();
    return saved.redirect_to;
  }

  /** @param {DraftRejected | null} rejected */
  reject(rejected) {
    const { session } = this;
    const { pendingMessage } = session ?? {};
    if (!session || !pendingMessage || rejected?.revision !== pendingMessage.revision) return;
    this.#takePendingMessage();
    const sent = /** @type {FieldName[]} */ (Object.keys(pendingMessage.fields));
    const invalid = Object.keys(rejected.errors);
    sent.forEach((name) => session.changedFields.add(name));
    sent.filter((name) => invalid.includes(name)).forEach((name) => session.invalidFields.add(name));
    session.pendingAction = "";
    session.conflict = rejected.kind === "rejected" ? "" : rejected.kind;
    session.errorMessage = session.conflict || invalid.length ? "" : rejected.message;
    this.#setErrors(rejected.errors);
    this.#saveLocally();
    this.#notify();
    // The valid fields are sent again, without the invalid ones.
    if (invalid.length) this.#sendNext();
  }

  // --- conflicts ------------------------------------------------------------------------------

  saveLocalVersion() {
    Object.assign(this.#openedSession, { baseVersion: null, conflict: "", changedFields: new Set(FIELDS) });
    this.#saveLocally();
    this.#notify();
    this.#sendNext();
  }

  saveAsCopy() {
    const session = this.#openedSession;
    const clientId = createMessageId();
    this.#removeLocally();
    Object.assign(session, { clientId, draftKey: draftKey(session.userId, clientId) });
    Object.assign(session, { postId: null, status: "draft", hasUnpublishedChanges: false, isAuthor: true });
    this.saveLocalVersion();
  }

  loadServerVersion() {
    this.#request("load");
  }

  discardChanges() {
    this.#request("discard");
  }

  /** @param {"load" | "discard"} action */
  #request(action) {
    const session = this.#openedSession;
    session.isReloading = true;
    if (session.postId !== null) this.#server?.[action](session.postId);
  }

  // --- messages -------------------------------------------------------------------------------

  #resume() {
    if (this.session?.pendingMessage && !this.#timers.has("retry")) this.#transmit();
    else this.#sendNext();
  }

  #sendNext() {
    const { session } = this;
    if (!session || session.pendingMessage || session.conflict || !this.#isConnected || isEmpty(session)) return;
    const names = fieldsToSend(session);
    if (!session.pendingAction && !(session.isAuthor && names.length)) return;
    session.revision = Math.max(Date.now(), session.revision + 1);
    session.pendingMessage = {
      revision: session.revision,
      action: session.pendingAction || "save",
      baseVersion: session.baseVersion,
      fields: pick(session.fields, names),
    };
    names.forEach((name) => session.changedFields.delete(name));
    this.#saveLocally();
    this.#notify();
    this.#transmit();
  }

  #transmit() {
    const session = this.#openedSession;
    if (!this.#isConnected || !session.pendingMessage) return;
    this.#server?.[session.pendingMessage.action](toDraftUpdate(session, session.pendingMessage));
    this.#timers.schedule("retry", RETRY_AFTER, () => this.#transmit());
  }

  #takePendingMessage() {
    this.#timers.cancel("retry");
    this.#openedSession.pendingMessage = null;
  }

  #saveLocally() {
    const session = this.#openedSession;
    if (isEmpty(session)) return this.#removeLocally();
    session.isStoredLocally = saveLocalDraft(session.draftKey, toLocalDraft(session));
  }

  #removeLocally() {
    const session = this.#openedSession;
    removeLocalDraft(session.draftKey);
    session.isStoredLocally = true;
  }

  /** @param {Record<string, string>} messages */
  #setErrors(messages) {
    const session = this.#openedSession;
    const errors = Object.entries({ ...session.errors, ...messages });
    session.errors = Object.fromEntries(errors.filter(([, message]) => message));
  }

  #notify() {
    this.view = buildView(this.session, this.#isConnected);
    this.#listeners.forEach((listener) => listener());
  }
}

export const draftStore = new DraftStore();
