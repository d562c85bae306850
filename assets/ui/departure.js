// Goes where the server says, once: to what was just made, or to the address that a page has now.
import { useEffect } from "react";
import { useNavigate } from "react-router";

export function Departure({ to, replace = false }) {
  const navigate = useNavigate();
  useEffect(() => {
    if (to) navigate(to, { replace });
  }, [to]);
  return null;
}
