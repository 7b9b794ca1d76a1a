// Signing in again after a session has ended: a dialog over the page, which stays as it is.
import { Modal, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { read } from "@/api/requests";
import type { Session } from "@/api/types.gen";
import type { Person } from "./person";
import classes from "./SignIn.module.css";
import { SignInForm } from "./SignInForm";
import { errandAddress, onAnnounced } from "./session";

interface Properties {
  person: Person;
  /** Called with the new session, whose person may be another one. */
  done: (session: Session) => void;
}

export default function SignInAgain({ person, done }: Properties) {
  const { t } = useTranslation("entrance");
  const { data: entrance, refetch } = useQuery({
    queryKey: ["entrance"],
    queryFn: () => read("/rest/session"),
    staleTime: 0,
    gcTime: 0,
  });
  // Another window may have signed in: it says so, or is seen when the user comes back from it.
  useEffect(() => {
    const look = () => void refetch();
    window.addEventListener("focus", look);
    const stop = onAnnounced(look);
    return () => {
      window.removeEventListener("focus", look);
      stop();
    };
  }, [refetch]);
  useEffect(() => {
    if (entrance?.signedIn) done(entrance);
  }, [entrance, done]);
  return (
    <Modal
      opened
      onClose={() => {}}
      title={t("title")}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      centered
      size="sm"
      zIndex={1000}
      overlayProps={{ blur: 6 }}
      classNames={{ title: classes.again }}
    >
      <Stack gap="md">
        <SignInForm
          entrance={entrance}
          notice={t("ended")}
          login={person.login}
          back={errandAddress}
          target="_blank"
          done={done}
        />
        <Text size="xs" c="dimmed">
          {t("otherPerson", { name: person.name })}
        </Text>
      </Stack>
    </Modal>
  );
}
