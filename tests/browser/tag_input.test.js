import { expect, test } from "vitest";
import { handleTagInput } from "$/public/ui/writing/post/actions.js";
import { draftStore } from "$/public/ui/writing/post/draft_store.js";
import { makeDraft } from "./samples.js";

/**
 * Types into the field of a draft with tags, and returns the tags of the draft.
 * @param {string[]} tags
 * @param {string} typed
 * @param {number} maxTags
 */
function typeTags(tags, typed, maxTags) {
  const options = {
    locationKey: typed,
    userId: 1,
    isAuthor: true,
    maxTextLength: 100,
  };
  draftStore.startSession({ ...options, draft: makeDraft({ client_id: tags.join(), tags }) });
  const input = Object.assign(document.createElement("input"), {
    value: typed,
  });
  handleTagInput(maxTags)(/** @type {any} */ ({ target: input }));
  return draftStore.view.tags;
}

test.each([
  { tags: ["rye"], typed: "wheat, rye,", max: 5, result: ["rye", "wheat"] },
  { tags: ["oat"], typed: "a, b, c,", max: 2, result: ["oat", "a"] },
  { tags: ["a", "b", "c"], typed: ",", max: 2, result: ["a", "b", "c"] },
  { tags: ["a", "b"], typed: "c,", max: 0, result: ["a", "b"] },
])("$typed added to $tags, at most $max, gives $result", ({ tags, typed, max, result }) => {
  expect(typeTags(tags, typed, max)).toEqual(result);
});
