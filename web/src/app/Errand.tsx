// A window that was opened only to sign in at a provider: it reports to the window that waits, and closes.
import { Center, Text } from "@mantine/core";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { announce } from "./session";

export function Errand({ person }: { person: string }) {
  const { t } = useTranslation("entrance");
  useEffect(() => {
    announce(person);
    window.close();
  }, [person]);
  return (
    <Center component="main" h="100%" p="md">
      <Text>{t("errandDone")}</Text>
    </Center>
  );
}
