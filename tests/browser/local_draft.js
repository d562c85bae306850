/** @import { LocalDraft } from "$/public/ui/writing/post/local_drafts.js" */

/**
 * @param {Partial<LocalDraft>} [fields]
 * @returns {LocalDraft}
 */
export const makeLocalDraft = (fields = {}) => ({
  clientId: "c0ffee",
  postId: null,
  baseVersion: null,
  fields: {},
  changedFields: [],
  pendingMessage: null,
  ...fields,
});
