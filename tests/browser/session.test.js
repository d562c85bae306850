import { describe, expect, test } from "vitest";
import {
  createSession,
  fieldsToSend,
  isDirty,
  isEmpty,
  pick,
  toDraftUpdate,
  toLocalDraft,
} from "$/public/ui/writing/post/session.js";
import { makeLocalDraft } from "./local_draft.js";
import { makeDraft } from "./samples.js";

/**
 * @import { SessionOptions } from "$/public/ui/writing/post/session.js"
 */

const COMMUNITY = { id: 5, slug: "birds", name: "Birds", avatar: null };
const START = {
  locationKey: "k",
  userId: 1,
  isAuthor: true,
  maxTextLength: 100,
  draft: null,
  localDraft: null,
  sessionNumber: 1,
};

/** @param {Partial<SessionOptions>} [options] */
const open = (options) => createSession({ ...START, ...options });

describe("createSession for a new post", () => {
  test("has empty fields and a new client ID, from which the key is built", () => {
    const session = open();
    expect(session).toMatchObject({ postId: null, baseVersion: null, status: "draft", isSaved: false });
    expect(session.fields).toMatchObject({ title: "", tags: [], community: null, comments_enabled: true });
    expect(session.draftKey).toBe(`1:${session.clientId}`);
    expect(open().clientId).not.toBe(session.clientId);
  });

  test("the community of the URL is sent with the first change", () => {
    const session = open({ initialCommunity: COMMUNITY });
    expect(session.fields.community).toEqual(COMMUNITY);
    expect([...session.changedFields]).toEqual(["community"]);
    expect(open().changedFields.size).toBe(0);
  });

  test("continues the copy of this browser", () => {
    const localDraft = makeLocalDraft({ clientId: "abc", fields: { title: "Mine" }, changedFields: ["title"] });
    const session = open({ localDraft, initialCommunity: COMMUNITY });
    expect(session).toMatchObject({ clientId: "abc", draftKey: "1:abc", baseVersion: null });
    expect(session.fields.title).toBe("Mine");
    expect([...session.changedFields]).toEqual(["title"]);
  });
});

describe("createSession for a stored draft", () => {
  test("has the fields and the version of the draft", () => {
    const session = open({ draft: makeDraft({ status: "published", has_unpublished_changes: true }) });
    expect(session).toMatchObject({ postId: 42, baseVersion: 3, clientId: "c0ffee", draftKey: "1:c0ffee" });
    expect(session).toMatchObject({ status: "published", hasUnpublishedChanges: true, isSaved: true });
    expect(session.fields).toMatchObject({ title: "Title", text: "Text" });
  });

  test("without a client ID, the key contains the ID of the post", () => {
    expect(open({ draft: makeDraft({ client_id: null }) }).draftKey).toBe("1:42");
  });

  test("the changes of this browser are based on their own version", () => {
    const localDraft = makeLocalDraft({ baseVersion: 2, fields: { title: "Mine" }, changedFields: ["title"] });
    const session = open({ draft: makeDraft(), localDraft });
    expect(session.baseVersion).toBe(2);
    expect(session.fields).toMatchObject({ title: "Mine", text: "Text" });
  });

  test("if the first response was lost, the changes are based on version 1", () => {
    expect(open({ draft: makeDraft(), localDraft: makeLocalDraft() }).baseVersion).toBe(1);
  });

  test("an interrupted publication is only saved", () => {
    const pendingMessage = { revision: 9, action: /** @type {const} */ ("publish"), baseVersion: 3, fields: {} };
    const session = open({ draft: makeDraft(), localDraft: makeLocalDraft({ pendingMessage }) });
    expect(session.pendingMessage).toEqual({ ...pendingMessage, action: "save" });
    expect(session.pendingAction).toBe("");
  });
});

test("pick returns only the named fields", () => {
  expect(pick({ a: 1, b: 2, c: 3 }, ["a", "c"])).toEqual({ a: 1, c: 3 });
});

test("isDirty is true with changes or a pending message", () => {
  const session = open({ draft: makeDraft() });
  expect(isDirty(session)).toBe(false);
  expect(isDirty({ ...session, changedFields: new Set(["title"]) })).toBe(true);
  expect(isDirty({ ...session, pendingMessage: { revision: 1, action: "save", baseVersion: 3, fields: {} } })).toBe(
    true,
  );
});

describe("isEmpty", () => {
  const session = open();
  test.each([
    [{}, true],
    [{ title: "  \n" }, true],
    [{ comments_enabled: false, community: COMMUNITY }, true],
    [{ title: "T" }, false],
    [{ cover: "/media/a" }, false],
    [{ tags: ["a"] }, false],
  ])("with %o is %s", (fields, expected) => {
    expect(isEmpty({ ...session, fields: { ...session.fields, ...fields } })).toBe(expected);
  });

  test("a stored post is never empty", () => {
    expect(isEmpty({ ...session, postId: 42 })).toBe(false);
  });
});

describe("fieldsToSend", () => {
  const changed = () => new Set(/** @type {const} */ (["title", "community", "text"]));

  test("a draft sends all valid changes", () => {
    const session = { ...open(), changedFields: changed(), invalidFields: new Set(/** @type {const} */ (["text"])) };
    expect(fieldsToSend(session)).toEqual(["title", "community"]);
  });

  test("a published post keeps the community until it is published", () => {
    const session = { ...open({ draft: makeDraft({ status: "published" }) }), changedFields: changed() };
    expect(fieldsToSend(session)).toEqual(["title", "text"]);
    expect(fieldsToSend({ ...session, pendingAction: "publish" })).toEqual(["title", "community", "text"]);
  });
});

describe("toDraftUpdate", () => {
  const session = open({ draft: makeDraft() });
  /** @type {import("$/public/ui/writing/post/session.js").PendingMessage} */
  const message = { revision: 5, action: "save", baseVersion: 3, fields: { title: "New" } };

  test("contains only the changed fields", () => {
    const expected = { client_id: "c0ffee", post_id: 42, base_version: 3, revision: 5, changes: { title: "New" } };
    expect(toDraftUpdate(session, message)).toEqual(expected);
  });

  test.each([
    [COMMUNITY, 5],
    [null, null],
  ])("replaces the community %o by its ID", (community, community_id) => {
    expect(toDraftUpdate(session, { ...message, fields: { community } }).changes).toEqual({ community_id });
  });
});

test("toLocalDraft contains the changed fields and those of the pending message", () => {
  const session = open({ draft: makeDraft() });
  session.changedFields.add("title");
  session.pendingMessage = { revision: 5, action: "save", baseVersion: 3, fields: { text: "Sent" } };
  expect(toLocalDraft(session)).toEqual({
    clientId: "c0ffee",
    postId: 42,
    baseVersion: 3,
    fields: { title: "Title", text: "Text" },
    changedFields: ["title"],
    pendingMessage: session.pendingMessage,
  });
});
