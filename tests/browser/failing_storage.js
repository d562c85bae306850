import { vi } from "vitest";

/** Replaces the storage by one whose methods throw, as when it is full or disabled. */
export function breakStorage(/** @type {"localStorage" | "sessionStorage"} */ name) {
  const fail = () => {
    throw new DOMException("denied", "QuotaExceededError");
  };
  vi.stubGlobal(name, { getItem: fail, setItem: fail, removeItem: fail });
}
