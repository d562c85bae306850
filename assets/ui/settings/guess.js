// What was chosen shows at once, before the server has answered; a refusal (`settled`) takes it back.
import { useEffect, useState } from "react";

export function useGuess(truth, settled) {
  const [guess, setGuess] = useState(null);
  // Several presses may be on their way: only the answer to the last one ends the guess.
  useEffect(() => setGuess((last) => (last === truth ? null : last)), [truth]);
  useEffect(() => setGuess(null), [settled]);
  return [guess ?? truth, setGuess];
}
