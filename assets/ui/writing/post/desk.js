// The post on the desk: what is written, what the server has of it, and how the two come together.
//
// Every change is kept in this browser at once and sent a pause later. One message is under way at
// a time; it is sent again, word for word, until the server has answered it, because the server
// knows a message that it has stored already and would take any other for somebody else's change.
import { newMessageId } from "../composer/flight.js";
import { forgetCopy, keepCopy, nameOf, takeCopy, takeUnheard } from "./copies.js";
import { FIELDS, due, isBlank, isDirty, pick, sitDown } from "./sitting.js";
import { look } from "./view.js";

const SEND_AFTER = 800;
const SEND_AT_LEAST_EVERY = 2_000;
const RETRY_AFTER = 10_000;
const TEXT_LIMIT = 100_000;

class Desk {
  sitting = null;
  view = look(null, true);
  #listeners = new Set();
  #timers = {};
  #server = null;
  #open = true;

  subscribe = (listener) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  read = () => this.view;

  // `server` has `save`, `publish`, `load` and `discard`; what it answers comes back through
  // `acknowledge`, `refuse` and `refresh`.
  serve(server) {
    this.#server = server;
    // The sitting stays: the page may be drawn anew, and the editor has its last words still to tell.
    return () => {
      this.flush();
      this.#stop();
      this.#server = null;
    };
  }

  connected(open) {
    this.#open = open;
    this.#cancel("retry");
    this.#tell();
    if (open) this.#resume();
  }

  // --- sitting down ---------------------------------------------------------------------------

  begin({ owner, draft, ...facts }) {
    const copy = draft ? takeCopy(nameOf(owner, draft.client_id ?? draft.id)) : takeUnheard(owner);
    this.#sit({ ...facts, owner, draft, copy });
    this.#resume();
  }

  // The server has said again what it stores: after a reconnection, or because it was asked.
  refresh(draft) {
    const { sitting } = this;
    this.#resume();
    if (draft?.id !== sitting.post_id) return;
    const isNews = draft.version > sitting.base && !isDirty(sitting);
    if (!isNews && !sitting.awaits) return;
    this.#forget();
    this.#sit({ ...pick(sitting, ["key", "owner", "is_own"]), draft, copy: null });
  }

  #sit(facts) {
    this.#stop();
    this.sitting = sitDown({ ...facts, at: (this.sitting?.at ?? 0) + 1 });
    this.#tell();
  }

  // --- writing --------------------------------------------------------------------------------

  write(field, value) {
    const { sitting } = this;
    if (!sitting || JSON.stringify(sitting.fields[field]) === JSON.stringify(value)) return;
    const isTooLong = field === "text" && value.length > TEXT_LIMIT;
    sitting.fields = { ...sitting.fields, [field]: value };
    sitting.changed.add(field);
    sitting.stuck[isTooLong ? "add" : "delete"](field);
    Object.assign(sitting, { sentence: "", hint: "" });
    this.#say({ [field]: isTooLong ? tooLong(value.length) : "" });
    this.#keep();
    this.#tell();
    this.#later("send", SEND_AFTER, () => this.flush());
    if (!this.#timers.limit) this.#later("limit", SEND_AT_LEAST_EVERY, () => this.flush());
  }

  // From the editor, which gives its own copy up as soon as ours is made.
  writeText(markdown, revision, documentKey) {
    if (!this.sitting || documentKey !== this.sitting.name) return;
    this.sitting.acknowledged = revision;
    this.write("text", markdown);
    this.#tell();
  }

  flush() {
    this.#cancel("send", "limit");
    this.#advance();
  }

  // --- publishing -----------------------------------------------------------------------------

  // Whether there is something to publish; what is missing is said beside its field.
  isComplete() {
    const { fields, stuck, problems } = this.sitting;
    const textProblem = fields.text.trim() ? "" : "Write something first.";
    this.#say({
      title: fields.title.trim() ? "" : "Give the post a title.",
      text: stuck.has("text") ? problems.text : textProblem,
    });
    this.#tell();
    return !this.sitting.problems.title && !this.sitting.problems.text;
  }

  publish() {
    if (!this.#open || !this.isComplete()) return;
    Object.assign(this.sitting, { wish: "publish", sentence: "", hint: "" });
    this.#tell();
    this.flush();
  }

  // What has to happen first; said where one publishes, until something is written.
  ask(hint) {
    this.sitting.hint = hint;
    this.#tell();
  }

  // --- what the server says -------------------------------------------------------------------

  // Returns where to go, once the post is published.
  acknowledge(kept) {
    const { sitting } = this;
    if (!kept || kept.revision !== sitting?.flight?.revision) return "";
    this.#land();
    if (sitting.post_id === null) history.replaceState(history.state, "", kept.url);
    Object.assign(sitting, { post_id: kept.post_id, base: kept.version, is_saved: true, sentence: "" });
    sitting.has_changes = kept.has_unpublished_changes;
    if (sitting.changed.size) this.#keep();
    else this.#forget();
    if (kept.leads_to) this.sitting = null;
    this.#tell();
    this.#advance();
    return kept.leads_to;
  }

  refuse(refused) {
    const { sitting } = this;
    if (!refused || refused.revision !== sitting?.flight?.revision) return;
    const names = Object.keys(this.#land().fields);
    const wrong = Object.keys(refused.fields);
    names.forEach((name) => sitting.changed.add(name));
    names.filter((name) => wrong.includes(name)).forEach((name) => sitting.stuck.add(name));
    sitting.wish = "";
    sitting.conflict = refused.kind === "refused" ? "" : refused.kind;
    sitting.sentence = sitting.conflict || wrong.length ? "" : refused.sentence;
    this.#say(refused.fields);
    this.#keep();
    this.#tell();
    // What is not wrong is stored all the same.
    if (wrong.length) this.#advance();
  }

  // --- two windows ----------------------------------------------------------------------------

  keepMine() {
    Object.assign(this.sitting, { base: null, conflict: "", changed: new Set(FIELDS) });
    this.#keep();
    this.#tell();
    this.#advance();
  }

  keepBoth() {
    const { sitting } = this;
    const clientId = newMessageId();
    this.#forget();
    Object.assign(sitting, { client_id: clientId, name: nameOf(sitting.owner, clientId) });
    Object.assign(sitting, { post_id: null, status: "draft", has_changes: false, is_own: true });
    this.keepMine();
  }

  takeOther() {
    this.sitting.awaits = true;
    this.#server.load(this.sitting.post_id);
  }

  discard() {
    this.sitting.awaits = true;
    this.#server.discard(this.sitting.post_id);
  }

  // --- on the way -----------------------------------------------------------------------------

  #resume() {
    if (this.sitting?.flight && !this.#timers.retry) this.#transmit();
    else this.#advance();
  }

  #advance() {
    const { sitting } = this;
    if (!sitting || sitting.flight || sitting.conflict || !this.#open || isBlank(sitting)) return;
    const names = due(sitting);
    if (!sitting.wish && !(sitting.is_own && names.length)) return;
    sitting.revision = Math.max(Date.now(), sitting.revision + 1);
    sitting.flight = {
      revision: sitting.revision,
      act: sitting.wish || "save",
      base: sitting.base,
      fields: pick(sitting.fields, names),
    };
    names.forEach((name) => sitting.changed.delete(name));
    this.#keep();
    this.#tell();
    this.#transmit();
  }

  #transmit() {
    const { flight, client_id, post_id } = this.sitting;
    if (!this.#open) return;
    const { community, ...changes } = flight.fields;
    if (community !== undefined) changes.community_id = community?.id ?? null;
    const { revision, base, act } = flight;
    this.#server?.[act]({ client_id, post_id, base, revision, changes });
    this.#later("retry", RETRY_AFTER, () => this.#transmit());
  }

  #land() {
    const { flight } = this.sitting;
    this.#cancel("retry");
    this.sitting.flight = null;
    return flight;
  }

  #keep() {
    const { sitting } = this;
    if (isBlank(sitting)) return this.#forget();
    const { name, client_id, post_id, base, flight } = sitting;
    const changed = [...sitting.changed];
    const fields = pick(sitting.fields, [...changed, ...Object.keys(flight?.fields ?? {})]);
    sitting.is_kept = keepCopy(name, { client_id, post_id, base, fields, changed, flight });
  }

  #forget() {
    forgetCopy(this.sitting.name);
    this.sitting.is_kept = true;
  }

  #say(sentences) {
    const problems = Object.entries({ ...this.sitting.problems, ...sentences });
    this.sitting.problems = Object.fromEntries(problems.filter(([, sentence]) => sentence));
  }

  #tell() {
    this.view = look(this.sitting, this.#open);
    this.#listeners.forEach((listener) => listener());
  }

  #later(name, delay, act) {
    this.#cancel(name);
    this.#timers[name] = setTimeout(() => {
      delete this.#timers[name];
      act();
    }, delay);
  }

  #cancel(...names) {
    for (const name of names) {
      clearTimeout(this.#timers[name]);
      delete this.#timers[name];
    }
  }

  #stop() {
    this.#cancel("send", "limit", "retry");
  }
}

export const desk = new Desk();

const tooLong = (length) =>
  `At most ${TEXT_LIMIT.toLocaleString("en")} characters; there are ${length.toLocaleString("en")}. ` +
  "Until it is shorter, it is kept in this browser only.";
