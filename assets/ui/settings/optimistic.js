// Shows a new value before the server confirms it. When `resetKey` changes, which happens after an error, the value
// that the server stored is shown again.
import { useEffect, useState } from "react";

/**
 * @template T
 * @param {T} serverValue
 * @param {unknown} resetKey
 * @returns {[T, (value: T) => void]}
 */
export function useOptimisticValue(serverValue, resetKey) {
  const [pending, setPending] = useState(/** @type {T | null} */ (null));
  // Several changes can be unconfirmed at once. Only the response to the last one clears the pending value.
  useEffect(() => setPending((last) => (last === serverValue ? null : last)), [serverValue]);
  useEffect(() => setPending(null), [resetKey]);
  return [pending ?? serverValue, setPending];
}
