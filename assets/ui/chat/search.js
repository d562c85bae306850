// Search fields: they search when the user stops typing. One searches the list of chats, the other one chat.
import { createElement as el, useEffect, useRef, useState } from "react";
import { server } from "./server.js";
import { currentChat, useCurrentChat } from "./thread.js";
import { describeMessage } from "./texts.js";
import { listTime } from "./times.js";

const DELAY_MS = 300;

/**
 * @param {{ onSearch: (text: string) => void, resetKey?: unknown } & React.ComponentProps<"input">} props
 */
export function DelayedSearchInput({ onSearch, resetKey, ...props }) {
  const [text, setText] = useState("");
  const searched = useRef("");
  const search = useRef(onSearch);
  useEffect(() => {
    search.current = onSearch;
  });
  useEffect(() => {
    searched.current = "";
    setText("");
  }, [resetKey]);
  useEffect(() => {
    if (text.trim() === searched.current) return undefined;
    const timer = setTimeout(() => {
      searched.current = text.trim();
      search.current(text.trim());
    }, DELAY_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return el("input", { ...props, type: "search", value: text, onChange: ({ target }) => setText(target.value) });
}

/** @param {string} text */
export function searchChat(text) {
  const chat = currentChat();
  chat.searched = text;
  chat.found = null;
  if (text) server.search({ chat_id: chat.chatId, text, before: 0 });
  chat.notify();
}

/**
 * Returns the search results of the open chat (`MessageSearchView` in components/chat/rows.py).
 * @returns {MessageSearchView}
 */
export function useMessageSearch() {
  const { searched, found } = useCurrentChat();
  const page = searched && found?.search === searched ? found : null;
  return {
    is_open: searched !== "",
    is_ready: page !== null,
    has_more: page?.has_older ?? false,
    results: (page?.items ?? []).map((message) => ({
      message,
      text: describeMessage(message, false),
      time: listTime(message.created_at),
    })),
  };
}

/**
 * A field with a date. The chat shows the first message of the chosen day or later.
 * @param {React.ComponentProps<"input">} props
 */
export function DateInput(props) {
  /** @param {React.ChangeEvent<HTMLInputElement>} event */
  const jump = ({ target }) => {
    if (!target.value) return;
    // Without a time zone, the browser would read the date as UTC.
    const start = new Date(`${target.value}T00:00`);
    server.jumpToDate({ chat_id: currentChat().chatId, start: start.toISOString() });
  };
  return el("input", { ...props, type: "date", onChange: jump });
}
