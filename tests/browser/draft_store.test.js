import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { DraftStore } from "$/public/ui/writing/post/draft_store.js";
import { breakStorage } from "./failing_storage.js";
import { makeDraft } from "./samples.js";

/** @type {DraftStore} */
let store;
/** @type {ReturnType<typeof attach>} */
let server;

const attach = () => {
  const functions = { save: vi.fn(), publish: vi.fn(), load: vi.fn(), discard: vi.fn() };
  return { ...functions, detach: store.attachServer(functions) };
};

/** @param {DraftView | null} [draft] */
const open = (draft = makeDraft()) =>
  store.startSession({ locationKey: "k", userId: 1, isAuthor: true, draft, maxTextLength: 20 });

const lastSaved = () => /** @type {DraftUpdate} */ (server.save.mock.lastCall?.[0]);
const storedDrafts = () => Object.keys(localStorage).filter((name) => name.startsWith("draft:post:"));

/**
 * @param {number} revision
 * @param {Partial<DraftSaved>} [fields]
 * @returns {DraftSaved}
 */
const savedResponse = (revision, fields) => ({
  revision,
  post_id: 42,
  version: 4,
  tags: [],
  has_unpublished_changes: false,
  url: "/write/42",
  redirect_to: "",
  ...fields,
});

/**
 * @param {number} revision
 * @param {Partial<DraftRejected>} [fields]
 * @returns {DraftRejected}
 */
const rejectedResponse = (revision, fields) => ({ revision, kind: "rejected", message: "No", errors: {}, ...fields });

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
  localStorage.clear();
  store = new DraftStore();
  server = attach();
});
afterEach(() => {
  server.detach();
  vi.useRealTimers();
});

describe("saving", () => {
  test("stores a change at once and sends it after a pause", () => {
    open();
    store.setField("title", "New");
    expect(storedDrafts()).toHaveLength(1);
    vi.advanceTimersByTime(799);
    expect(server.save).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(server.save).toHaveBeenCalledTimes(1);
    expect(lastSaved()).toMatchObject({ post_id: 42, base_version: 3, changes: { title: "New" } });
    expect(store.view).toMatchObject({ title: "New", status: "saving" });
  });

  test("sends at least every two seconds while the user types", () => {
    open();
    for (let index = 0; index < 5; index += 1) {
      store.setField("title", `New ${index}`);
      vi.advanceTimersByTime(500);
    }
    expect(server.save).toHaveBeenCalledTimes(1);
    expect(lastSaved().changes).toEqual({ title: "New 3" });
  });

  test("ignores a value that is equal to the current one", () => {
    open();
    store.setField("tags", []);
    vi.advanceTimersByTime(10_000);
    expect(server.save).not.toHaveBeenCalled();
    expect(storedDrafts()).toEqual([]);
  });

  test("an empty new post is neither stored nor sent", () => {
    open(null);
    store.setField("title", "  ");
    vi.advanceTimersByTime(10_000);
    expect([server.save.mock.calls.length, storedDrafts().length]).toEqual([0, 0]);
  });

  test("one message is in flight at a time; later changes follow after the response", () => {
    open();
    store.setField("title", "First");
    store.flush();
    store.setField("text", "Second");
    store.flush();
    expect(server.save).toHaveBeenCalledTimes(1);
    store.acknowledge(savedResponse(lastSaved().revision));
    expect(server.save).toHaveBeenCalledTimes(2);
    expect(lastSaved()).toMatchObject({ base_version: 4, changes: { text: "Second" } });
  });

  test("revisions increase, also after the page was loaded again", () => {
    open();
    store.setField("title", "First");
    store.flush();
    const { revision } = lastSaved();
    expect(revision).toBeGreaterThanOrEqual(Date.now());
    store.acknowledge(savedResponse(revision));
    store.setField("title", "Second");
    store.flush();
    expect(lastSaved().revision).toBeGreaterThan(revision);
  });

  test("repeats an unanswered message unchanged", () => {
    open();
    store.setField("title", "New");
    store.flush();
    const [first] = server.save.mock.lastCall ?? [];
    vi.advanceTimersByTime(10_000);
    expect(server.save).toHaveBeenCalledTimes(2);
    expect(lastSaved()).toEqual(first);
  });

  test("only the author's changes are saved before publishing", () => {
    store.startSession({ locationKey: "k", userId: 9, isAuthor: false, draft: makeDraft(), maxTextLength: 20 });
    store.setField("title", "Edited by a moderator");
    vi.advanceTimersByTime(10_000);
    expect(server.save).not.toHaveBeenCalled();
    expect(store.view.status).toBe("local_only");
  });
});

describe("acknowledge", () => {
  test("removes the copy of this browser and shows that the text is saved", () => {
    open();
    store.setField("title", "New");
    store.flush();
    expect(store.acknowledge(savedResponse(lastSaved().revision))).toBe("");
    expect(storedDrafts()).toEqual([]);
    expect(store.view.status).toBe("saved");
    vi.advanceTimersByTime(60_000);
    expect(server.save).toHaveBeenCalledTimes(1);
  });

  test("ignores the response to another message", () => {
    open();
    store.setField("title", "New");
    store.flush();
    store.acknowledge(savedResponse(lastSaved().revision + 1));
    expect(store.view.status).toBe("saving");
    expect(store.session?.baseVersion).toBe(3);
  });

  test("gives a new post its ID and its URL", () => {
    open(null);
    store.setField("title", "New");
    store.flush();
    expect(lastSaved()).toMatchObject({ post_id: null, base_version: null });
    const replaceState = vi.spyOn(history, "replaceState").mockImplementation(() => {});
    store.acknowledge(savedResponse(lastSaved().revision, { version: 1 }));
    expect(replaceState.mock.lastCall?.[2]).toBe("/write/42");
    expect(store.session).toMatchObject({ postId: 42, baseVersion: 1 });
  });
});

describe("reject", () => {
  test("shows the error of a field and sends the valid fields again", () => {
    open();
    store.setField("title", "Bad");
    store.setField("text", "Good");
    store.flush();
    store.reject(rejectedResponse(lastSaved().revision, { errors: { title: "Too long" } }));
    expect(store.view).toMatchObject({ status: "error", error_message: "", errors: { title: "Too long", text: "" } });
    expect(lastSaved().changes).toEqual({ text: "Good" });
    store.setField("title", "Better");
    expect(store.view.errors.title).toBe("");
  });

  test("shows a message that belongs to no field", () => {
    open();
    store.setField("title", "New");
    store.flush();
    store.reject(rejectedResponse(lastSaved().revision, { message: "Not allowed" }));
    expect(store.view).toMatchObject({ status: "error", error_message: "Not allowed", conflict: "" });
    expect(server.save).toHaveBeenCalledTimes(1);
  });
});

describe("conflicts", () => {
  beforeEach(() => {
    open();
    store.setField("title", "Mine");
    store.flush();
    store.reject(rejectedResponse(lastSaved().revision, { kind: "changed" }));
    server.save.mockClear();
  });

  test("nothing is sent until the user decides", () => {
    store.setField("text", "More");
    vi.advanceTimersByTime(60_000);
    expect(store.view.conflict).toBe("changed");
    expect(server.save).not.toHaveBeenCalled();
  });

  test("saveLocalVersion overwrites the server's version with all fields", () => {
    store.saveLocalVersion();
    expect(lastSaved()).toMatchObject({ post_id: 42, base_version: null, changes: { title: "Mine", text: "Text" } });
    expect(store.view.conflict).toBe("");
  });

  test("saveAsCopy creates another post", () => {
    store.saveAsCopy();
    expect(lastSaved()).toMatchObject({ post_id: null, base_version: null, changes: { title: "Mine", text: "Text" } });
    expect(lastSaved().client_id).not.toBe("c0ffee");
  });

  test("loadServerVersion replaces the changes when the draft arrives", () => {
    store.loadServerVersion();
    expect(server.load).toHaveBeenCalledExactlyOnceWith(42);
    store.refresh(makeDraft({ title: "Theirs", version: 4 }));
    expect(store.view).toMatchObject({ title: "Theirs", conflict: "", session_number: 2 });
    expect(storedDrafts()).toEqual([]);
  });

  test("discardChanges asks the server to discard them", () => {
    store.discardChanges();
    expect(server.discard).toHaveBeenCalledExactlyOnceWith(42);
  });
});

describe("refresh", () => {
  test("shows a newer version if nothing was changed here", () => {
    open();
    store.refresh(makeDraft({ title: "Theirs", version: 4 }));
    expect(store.view.title).toBe("Theirs");
  });

  test("keeps changes, and ignores the same version and other posts", () => {
    open();
    store.refresh(makeDraft({ title: "Same version" }));
    store.refresh(makeDraft({ id: 43, title: "Other post", version: 9 }));
    expect(store.view.title).toBe("Title");
    store.setField("title", "Mine");
    store.refresh(makeDraft({ title: "Theirs", version: 4 }));
    expect(store.view.title).toBe("Mine");
  });
});

describe("the connection", () => {
  test("changes made offline are sent after the reconnection", () => {
    open();
    store.setConnected(false);
    store.setField("title", "Offline");
    vi.advanceTimersByTime(60_000);
    expect(server.save).not.toHaveBeenCalled();
    expect(store.view.status).toBe("offline");
    store.setConnected(true);
    expect(lastSaved().changes).toEqual({ title: "Offline" });
  });

  test("a message without a response is sent again with the same revision", () => {
    open();
    store.setField("title", "New");
    store.flush();
    const { revision } = lastSaved();
    store.setConnected(false);
    vi.advanceTimersByTime(60_000);
    expect(server.save).toHaveBeenCalledTimes(1);
    store.setConnected(true);
    expect(server.save).toHaveBeenCalledTimes(2);
    expect(lastSaved().revision).toBe(revision);
  });

  test("warns if this browser cannot store the changes", () => {
    open();
    store.setConnected(false);
    breakStorage("localStorage");
    store.setField("title", "Unsafe");
    expect(store.view.status).toBe("unsaved");
  });
});

describe("publishing", () => {
  test("requires a title and a text", () => {
    open(makeDraft({ title: " ", text: "" }));
    store.publish();
    expect(server.publish).not.toHaveBeenCalled();
    expect(store.view.errors).toMatchObject({ title: "Enter a title.", text: "Write something first." });
  });

  test("sends the changes with the action and returns the URL of the post", () => {
    open();
    store.setField("comments_enabled", false);
    store.publish();
    expect(store.view.is_publishing).toBe(true);
    const message = /** @type {DraftUpdate} */ (server.publish.mock.lastCall?.[0]);
    expect(message.changes).toEqual({ comments_enabled: false });
    expect(store.acknowledge(savedResponse(message.revision, { redirect_to: "/p/42/title" }))).toBe("/p/42/title");
    expect(store.view.is_loaded).toBe(false);
  });

  test("does nothing offline", () => {
    open();
    store.setConnected(false);
    store.publish();
    expect(store.view.is_publishing).toBe(false);
  });
});

test("a text over the limit is not sent, but other fields are", () => {
  open();
  store.setField("text", "x".repeat(21));
  store.setField("title", "New");
  store.flush();
  expect(lastSaved().changes).toEqual({ title: "New" });
  expect(store.view.errors.text).toBe("Use at most 20 characters. You have used 21.");
});

test("the normalized tags of the response replace the tags that were sent, unless they have changed since", () => {
  open();
  store.setField("tags", ["Slow Food"]);
  store.flush();
  store.acknowledge(savedResponse(lastSaved().revision, { tags: ["slow-food"] }));
  expect(store.view.tags).toEqual(["slow-food"]);
  store.setField("tags", ["Rye"]);
  store.flush();
  store.setField("tags", ["Rye", "Oats"]);
  store.acknowledge(savedResponse(lastSaved().revision, { tags: ["rye"] }));
  expect(store.view.tags).toEqual(["Rye", "Oats"]);
});

test("subscribers are notified until they unsubscribe", () => {
  const listener = vi.fn();
  const unsubscribe = store.subscribe(listener);
  open();
  const calls = listener.mock.calls.length;
  expect(calls).toBeGreaterThan(0);
  unsubscribe();
  store.setField("title", "New");
  expect(listener).toHaveBeenCalledTimes(calls);
});

test("after a reload, the changes that were not confirmed are sent again", () => {
  open();
  store.setField("title", "New");
  store.flush();
  const { revision } = lastSaved();
  server.detach();
  store = new DraftStore();
  server = attach();
  open();
  expect(lastSaved()).toMatchObject({ revision, changes: { title: "New" } });
});
