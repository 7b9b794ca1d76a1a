// Shows the page to signed-in users only. Without a session, only the session is requested.
import { Center, Loader } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from "react";
import { onSignedOut } from "@/api/client";
import * as queries from "@/api/queries";
import { send } from "@/api/requests";
import type { Session } from "@/api/types.gen";
import { Failure } from "@/parts/Failure";
import { Ahead } from "./Ahead";
import { chunk } from "./chunk";
import { Errand } from "./Errand";
import { type Person, PersonContext } from "./person";
import { queryClient } from "./query-client";
import { announce, isErrand, onAnnounced, startAgain } from "./session";

// Users who are signed in need none of them at the start.
const NewPassword = lazy(() => chunk(() => import("./NewPassword")));
const SignIn = lazy(() => chunk(() => import("./SignIn")));
const SignInAgain = lazy(() => chunk(() => import("./SignInAgain")));

const WAITING = (
  <Center h="100%">
    <Loader />
  </Center>
);

/** The secret of a link, from the fragment, which no server sees. It is removed from the address and the history. */
function takeLink(name: "sign-in" | "new-password"): string | null {
  const link = new URLSearchParams(location.hash.slice(1)).get(name);
  if (link !== null) history.replaceState(null, "", location.pathname + location.search);
  return link;
}

const link = takeLink("sign-in");
const passwordLink = takeLink("new-password");

/** Whether a user is signed in. Users who come by a link may be someone else afterwards: nothing is asked for them. */
export async function isSignedIn(): Promise<boolean> {
  if (link !== null || passwordLink !== null) return false;
  await queryClient.prefetchQuery(queries.session);
  return queryClient.getQueryData(queries.session.queryKey)?.signedIn === true;
}

export function Gate({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const [notice, setNotice] = useState<"linkUsed" | null>(null);
  const [entering, setEntering] = useState(link !== null);
  const [choosing, setChoosing] = useState(passwordLink);
  const session = useQuery({ ...queries.session, enabled: !entering && choosing === null });
  const [person, isEnded, resume] = usePresence(session.data);

  useEffect(() => {
    if (link === null) return;
    send("post", "/rest/session", { body: { link } })
      .then(({ data }) => client.setQueryData(queries.session.queryKey, data))
      .catch(() => setNotice("linkUsed"))
      .finally(() => setEntering(false));
  }, [client]);

  if (choosing !== null) {
    return (
      <Suspense fallback={WAITING}>
        <NewPassword link={choosing} leave={() => setChoosing(null)} />
      </Suspense>
    );
  }
  if (person !== null) {
    if (isErrand) return <Errand person={person.id} />;
    return (
      <PersonContext.Provider value={person}>
        <Ahead>{children}</Ahead>
        <Suspense>{isEnded && <SignInAgain person={person} done={resume} />}</Suspense>
      </PersonContext.Provider>
    );
  }
  if (session.error) return <Failure error={session.error} retry={() => session.refetch()} />;
  if (session.data === undefined) return WAITING;
  return (
    <Suspense fallback={WAITING}>
      <SignIn entrance={session.data} notice={notice} />
    </Suspense>
  );
}

/** Who uses this window, whether the session has ended meanwhile, and how to go on with a new one. */
function usePresence(session: Session | undefined): [Person | null, boolean, (session: Session) => void] {
  const client = useQueryClient();
  const [person, setPerson] = useState<Person | null>(null);
  const [isEnded, setIsEnded] = useState(false);
  const current = session?.signedIn ? (session as Person) : null;
  // The person stays when the session ends: what is on the screen is not taken away.
  if (current !== null && person === null) setPerson(current);
  const id = person?.id;
  /** Requests that wait for the next session. */
  const waiting = useRef<(() => void)[]>([]);
  useEffect(() => {
    onSignedOut(() => {
      setIsEnded(true);
      return new Promise((goOn) => waiting.current.push(goOn));
    });
  }, []);
  useEffect(() => {
    if (id === undefined) return;
    announce(id);
    // Another window signed out, or another person signed in there: the cookie of this window is theirs now.
    return onAnnounced((other) => {
      if (other !== id) startAgain();
    });
  }, [id]);
  const resume = useCallback(
    (next: Session) => {
      if (next.id !== id) {
        startAgain();
        return;
      }
      client.setQueryData(queries.session.queryKey, next);
      setPerson(next as Person);
      setIsEnded(false);
      announce(next.id ?? null);
      for (const goOn of waiting.current.splice(0)) goOn();
      void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== "session" });
    },
    [client, id],
  );
  return [person, isEnded, resume];
}
