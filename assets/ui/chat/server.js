// The event handlers of the server that the scripts of private messages call. The components of the page set them.

/**
 * @typedef {{ chat_id: number }} ChatRequest
 * @typedef {{ chat_id: number, id: number }} MessageRequest
 *
 * @typedef {object} Handlers
 * @property {(request: { chat_id: number, message: MessageFormData }) => void} send
 * @property {(request: ChatRequest) => void} loadLatest
 * @property {(request: MessageRequest) => void} loadOlder
 * @property {(request: MessageRequest) => void} loadNewer
 * @property {(request: MessageRequest) => void} loadAround
 * @property {(request: ChatRequest & { start: string }) => void} jumpToDate
 * @property {(request: ChatRequest & { text: string, before: number }) => void} search
 * @property {(request: MessageRequest) => void} markRead
 * @property {(request: ChatRequest) => void} typing
 * @property {(request: MessageRequest & { text: string }) => void} edit
 * @property {(request: MessageRequest) => void} delete
 * @property {(request: MessageRequest & { code: string }) => void} react
 */

const ignore = () => undefined;

/** @type {Handlers} */
export const server = {
  send: ignore,
  loadLatest: ignore,
  loadOlder: ignore,
  loadNewer: ignore,
  loadAround: ignore,
  jumpToDate: ignore,
  search: ignore,
  markRead: ignore,
  typing: ignore,
  edit: ignore,
  delete: ignore,
  react: ignore,
};
