import { useQueryErrorResetBoundary } from "@tanstack/react-query";
import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { isTransient } from "@/api/client";
import { onBack } from "@/api/connection";
import { retryOf } from "./Boundary";
import { Failure } from "./Failure";

/** Shown in the place of a page that could not be shown. What failed is asked for again before the page is tried again. */
export function PageFailure({ error, reset }: ErrorComponentProps) {
  const queries = useQueryErrorResetBoundary();
  const router = useRouter();
  const again = () => {
    queries.reset();
    reset();
    void router.invalidate();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same whenever it is made
  useEffect(() => onBack(() => isTransient(error) && again()), [error]);
  return (
    <div className="fs-page">
      <Failure error={error} retry={retryOf(error, again)} />
    </div>
  );
}
