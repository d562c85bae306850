// Component that navigates to `to` when it is not empty, for example to the page of an object that was just created.
import { useEffect } from "react";
import { useNavigate } from "react-router";

/** @param {{ to: string, replace?: boolean }} props */
export function Redirect({ to, replace = false }) {
  const navigate = useNavigate();
  useEffect(() => {
    if (to) navigate(to, { replace });
  }, [to]);
  return null;
}
