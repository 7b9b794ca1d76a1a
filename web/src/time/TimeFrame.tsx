// Around every page: the bar that chooses a moment, and below it the page as of that moment, read only.
import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { isTransient } from "@/api/client";
import { clientAt } from "@/api/past";
import * as queries from "@/api/queries";
import { chunk } from "@/app/chunk";
import { PersonContext, usePerson } from "@/app/person";
import { CLIENT } from "@/app/query-client";
import { Boundary } from "@/parts/Boundary";
import { Failure } from "@/parts/Failure";
import { Loading } from "@/parts/Loading";
import { TimeContext, useMomentInAddress } from "./moment";

const TimeBar = lazy(() => chunk(() => import("./TimeBar")));

export function TimeFrame({ children }: { children: ReactNode }) {
  const { hasPast, asOf } = useMomentInAddress();
  const [isChoosing, setIsChoosing] = useState(false);
  const isShown = asOf !== undefined || (hasPast && isChoosing);
  const time = { asOf, choose: hasPast && !isShown ? () => setIsChoosing(true) : undefined };
  return (
    <TimeContext.Provider value={time}>
      {isShown && (
        <Boundary>
          <Suspense fallback={<div className="fs-time" aria-busy />}>
            <TimeBar asOf={asOf} isChoosing={isChoosing} close={() => setIsChoosing(false)} />
          </Suspense>
        </Boundary>
      )}
      {asOf === undefined ? (
        children
      ) : (
        <Past key={asOf} asOf={asOf}>
          {children}
        </Past>
      )}
    </TimeContext.Provider>
  );
}

/** Who may edit today only reads what was: the page offers to change what the role of a user allows, and here that is nothing. */
function Past({ asOf, children }: { asOf: string; children: ReactNode }) {
  const found = useQuery(queries.period(asOf));
  const person = usePerson();
  if (found.error) {
    return (
      <div className="fs-page">
        <Failure error={found.error} retry={isTransient(found.error) ? () => found.refetch() : undefined} />
      </div>
    );
  }
  if (found.data === undefined) return <Loading lines={8} />;
  const reader = { ...person, roles: person.roles.filter((each) => each === "viewer") };
  return (
    <QueryClientProvider client={clientAt(asOf, CLIENT)}>
      <PersonContext.Provider value={reader}>{children}</PersonContext.Provider>
    </QueryClientProvider>
  );
}
