// The draft store: holds the user's changes to a post and keeps them in sync with the draft that the server has stored.
//
// Every change is stored in this browser immediately and sent after a pause. Only one message is in flight at a time.
// It is sent again, unchanged, until the server responds. The server recognizes a message that it has already stored,
// but would treat a different message as a change from another window.
import { gettext, locale } from "$/public/ui/i18n.js";
import { createMessageId } from "../composer/pending_message.js";
import { claimLocalDraft, claimUnsavedDraft, draftKey, removeLocalDraft, saveLocalDraft } from "./local_drafts.js";
import { FIELDS, createSession, fieldsToSend, isDirty, isEmpty, pick } from "./session.js";
import { buildView } from "./view.js";

const SEND_AFTER = 800;
const SEND_AT_LEAST_EVERY = 2_000;
const RETRY_AFTER = 10_000;
const TEXT_LIMIT = 100_000;

class DraftStore {
  session = null;
  view = buildView(null, true);
  #listeners = new Set();
  #timers = {};
  #server = null;
  #isConnected = true;

  subscribe = (listener) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  getSnapshot = () => this.view;

  /**
   * Connects the store to the server and returns a function that disconnects it. `server` has the methods `save`,
   * `publish`, `load` and `discard`. The responses arrive through `acknowledge`, `reject` and `refresh`.
   */
  attachServer(server) {
    this.#server = server;
    // The session is kept, because the page may mount again and the editor reports its last change when it unmounts.
    return () => {
      this.flush();
      this.#cancelAll();
      this.#server = null;
    };
  }

  setConnected(isConnected) {
    this.#isConnected = isConnected;
    this.#cancel("retry");
    this.#notify();
    if (isConnected) this.#resume();
  }

  // --- sessions -------------------------------------------------------------------------------

  startSession({ userId, draft, ...options }) {
    const localDraft = draft
      ? claimLocalDraft(draftKey(userId, draft.client_id ?? draft.id))
      : claimUnsavedDraft(userId);
    this.#openSession({ ...options, userId, draft, localDraft });
    this.#resume();
  }

  /** Handles the draft that the server has sent again, after a reconnection or because the browser requested it. */
  refresh(draft) {
    const { session } = this;
    this.#resume();
    if (draft?.id !== session.postId) return;
    const isNewer = draft.version > session.baseVersion && !isDirty(session);
    if (!isNewer && !session.isReloading) return;
    this.#removeLocally();
    this.#openSession({ ...pick(session, ["locationKey", "userId", "isAuthor"]), draft, localDraft: null });
  }

  #openSession(options) {
    this.#cancelAll();
    this.session = createSession({ ...options, sessionNumber: (this.session?.sessionNumber ?? 0) + 1 });
    this.#notify();
  }

  // --- changes --------------------------------------------------------------------------------

  setField(field, value) {
    const { session } = this;
    if (!session || JSON.stringify(session.fields[field]) === JSON.stringify(value)) return;
    const isTooLong = field === "text" && value.length > TEXT_LIMIT;
    session.fields = { ...session.fields, [field]: value };
    session.changedFields.add(field);
    session.invalidFields[isTooLong ? "add" : "delete"](field);
    Object.assign(session, { errorMessage: "", hint: "" });
    this.#setErrors({ [field]: isTooLong ? tooLongMessage(value.length) : "" });
    this.#saveLocally();
    this.#notify();
    this.#schedule("send", SEND_AFTER, () => this.flush());
    if (!this.#timers.limit) this.#schedule("limit", SEND_AT_LEAST_EVERY, () => this.flush());
  }

  /** Handles a text from the editor. The editor removes its own copy when the revision is acknowledged. */
  setText(markdown, revision, documentKey) {
    if (!this.session || documentKey !== this.session.draftKey) return;
    this.session.acknowledgedRevision = revision;
    this.setField("text", markdown);
    this.#notify();
  }

  flush() {
    this.#cancel("send", "limit");
    this.#sendNext();
  }

  // --- publishing -----------------------------------------------------------------------------

  /** Returns whether the post can be published. Shows an error at each required field that is empty. */
  validate() {
    const { fields, invalidFields, errors } = this.session;
    const missingText = fields.text.trim() ? "" : gettext("Write something first.");
    this.#setErrors({
      title: fields.title.trim() ? "" : gettext("Enter a title."),
      text: invalidFields.has("text") ? errors.text : missingText,
    });
    this.#notify();
    return !this.session.errors.title && !this.session.errors.text;
  }

  publish() {
    if (!this.#isConnected || !this.validate()) return;
    Object.assign(this.session, { pendingAction: "publish", errorMessage: "", hint: "" });
    this.#notify();
    this.flush();
  }

  /** Shows a message in the publish dialog until the next change. */
  showHint(hint) {
    this.session.hint = hint;
    this.#notify();
  }

  // --- responses ------------------------------------------------------------------------------

  /** Handles the response to a message that the server stored. Returns the URL to open after publishing, or "". */
  acknowledge(saved) {
    const { session } = this;
    if (!saved || saved.revision !== session?.pendingMessage?.revision) return "";
    this.#takePendingMessage();
    if (session.postId === null) history.replaceState(history.state, "", saved.url);
    Object.assign(session, { postId: saved.post_id, baseVersion: saved.version, isSaved: true, errorMessage: "" });
    session.hasUnpublishedChanges = saved.has_unpublished_changes;
    if (session.changedFields.size) this.#saveLocally();
    else this.#removeLocally();
    if (saved.redirect_to) this.session = null;
    this.#notify();
    this.#sendNext();
    return saved.redirect_to;
  }

  reject(rejected) {
    const { session } = this;
    if (!rejected || rejected.revision !== session?.pendingMessage?.revision) return;
    const sent = Object.keys(this.#takePendingMessage().fields);
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
    Object.assign(this.session, { baseVersion: null, conflict: "", changedFields: new Set(FIELDS) });
    this.#saveLocally();
    this.#notify();
    this.#sendNext();
  }

  saveAsCopy() {
    const { session } = this;
    const clientId = createMessageId();
    this.#removeLocally();
    Object.assign(session, { clientId, draftKey: draftKey(session.userId, clientId) });
    Object.assign(session, { postId: null, status: "draft", hasUnpublishedChanges: false, isAuthor: true });
    this.saveLocalVersion();
  }

  loadServerVersion() {
    this.session.isReloading = true;
    this.#server.load(this.session.postId);
  }

  discardChanges() {
    this.session.isReloading = true;
    this.#server.discard(this.session.postId);
  }

  // --- messages -------------------------------------------------------------------------------

  #resume() {
    if (this.session?.pendingMessage && !this.#timers.retry) this.#transmit();
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
    if (!this.#isConnected) return;
    const { pendingMessage, clientId: client_id, postId: post_id } = this.session;
    const { revision, baseVersion: base_version, action } = pendingMessage;
    const { community, ...changes } = pendingMessage.fields;
    if (community !== undefined) changes.community_id = community?.id ?? null;
    this.#server?.[action]({ client_id, post_id, base_version, revision, changes });
    this.#schedule("retry", RETRY_AFTER, () => this.#transmit());
  }

  #takePendingMessage() {
    const { pendingMessage } = this.session;
    this.#cancel("retry");
    this.session.pendingMessage = null;
    return pendingMessage;
  }

  #saveLocally() {
    const { session } = this;
    if (isEmpty(session)) return this.#removeLocally();
    const { pendingMessage } = session;
    const changedFields = [...session.changedFields];
    const fields = pick(session.fields, [...changedFields, ...Object.keys(pendingMessage?.fields ?? {})]);
    session.isStoredLocally = saveLocalDraft(session.draftKey, {
      ...pick(session, ["clientId", "postId", "baseVersion"]),
      fields,
      changedFields,
      pendingMessage,
    });
  }

  #removeLocally() {
    removeLocalDraft(this.session.draftKey);
    this.session.isStoredLocally = true;
  }

  #setErrors(messages) {
    const errors = Object.entries({ ...this.session.errors, ...messages });
    this.session.errors = Object.fromEntries(errors.filter(([, message]) => message));
  }

  #notify() {
    this.view = buildView(this.session, this.#isConnected);
    this.#listeners.forEach((listener) => listener());
  }

  #schedule(name, delay, callback) {
    this.#cancel(name);
    this.#timers[name] = setTimeout(() => {
      delete this.#timers[name];
      callback();
    }, delay);
  }

  #cancel(...names) {
    for (const name of names) {
      clearTimeout(this.#timers[name]);
      delete this.#timers[name];
    }
  }

  #cancelAll() {
    this.#cancel("send", "limit", "retry");
  }
}

export const draftStore = new DraftStore();

const tooLongMessage = (length) =>
  gettext("Use at most {limit} characters. You have used {length}.", {
    limit: TEXT_LIMIT.toLocaleString(locale),
    length: length.toLocaleString(locale),
  });
