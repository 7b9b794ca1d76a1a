// Shows the page to signed-in users only. Without a session, only the session is requested.
import { Center, Loader } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { ask, onSignedOut } from "@/api/client";
import * as queries from "@/api/queries";
import type { Session } from "@/api/types.gen";
import { Failure } from "@/parts/Failure";
import { NewPassword } from "./NewPassword";
import { type Person, PersonContext } from "./person";
import { SignIn } from "./SignIn";

/** The secret of a link, from the fragment, which no server sees. It is removed from the address and the history. */
function takeLink(name: "sign-in" | "new-password"): string | null {
  const link = new URLSearchParams(location.hash.slice(1)).get(name);
  if (link !== null) history.replaceState(null, "", location.pathname + location.search);
  return link;
}

const link = takeLink("sign-in");
const passwordLink = takeLink("new-password");

export function Gate({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const [notice, setNotice] = useState<"ended" | "linkUsed" | null>(null);
  const [entering, setEntering] = useState(link !== null);
  const [choosing, setChoosing] = useState(passwordLink);
  const session = useQuery({ ...queries.session, enabled: !entering && choosing === null });

  useEffect(() => {
    onSignedOut(() => {
      setNotice("ended");
      client.setQueryData(queries.session.queryKey, { signedIn: false });
    });
  }, [client]);

  useEffect(() => {
    if (link === null) return;
    ask<Session>("rest/session", { body: { link } })
      .then(({ data }) => client.setQueryData(queries.session.queryKey, data))
      .catch(() => setNotice("linkUsed"))
      .finally(() => setEntering(false));
  }, [client]);

  if (choosing !== null) return <NewPassword link={choosing} leave={() => setChoosing(null)} />;
  if (session.error) return <Failure error={session.error} retry={() => session.refetch()} />;
  if (session.data === undefined) {
    return (
      <Center h="100%">
        <Loader />
      </Center>
    );
  }
  if (!session.data.signedIn) return <SignIn entrance={session.data} notice={notice} />;
  return <PersonContext.Provider value={session.data as Person}>{children}</PersonContext.Provider>;
}
