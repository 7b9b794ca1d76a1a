import {
  Anchor,
  Avatar,
  Button,
  Divider,
  Popover,
  SegmentedControl,
  Stack,
  Text,
  UnstyledButton,
  useMantineColorScheme,
} from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { LogOut } from "lucide-react";
import { useTranslation } from "react-i18next";
import { ask } from "@/api/client";
import * as queries from "@/api/queries";
import type { Session } from "@/api/types.gen";
import { LanguageSwitch } from "./LanguageSwitch";
import { usePerson } from "./person";
import { docs } from "./place";

export function AccountMenu() {
  const { t } = useTranslation();
  const person = usePerson();
  const signOut = useSignOut();
  return (
    <Popover position="bottom-end" width={250} withinPortal trapFocus returnFocus>
      <Popover.Target>
        <UnstyledButton aria-label={`${t("account")}: ${person.name}`}>
          <Avatar size={30} name={person.name} color="gem" variant="filled" />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown aria-label={t("account")} p="sm">
        <Stack gap="sm">
          <div>
            <Text fw={600} size="sm">
              {person.name}
            </Text>
            <Text size="xs" c="dimmed">
              {t("role")}: {t(`roles.${person.role}`)}
            </Text>
          </div>
          <LanguageSwitch />
          <SchemeSwitch />
          <Divider />
          <Anchor href={docs} size="sm">
            {t("interface")}
          </Anchor>
          <Button
            variant="default"
            size="xs"
            leftSection={<LogOut size={14} aria-hidden />}
            onClick={() => signOut.mutate()}
          >
            {t("signOut")}
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

function SchemeSwitch() {
  const { t } = useTranslation();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <SegmentedControl
      size="xs"
      fullWidth
      aria-label={t("theme")}
      value={colorScheme}
      onChange={(value) => setColorScheme(value as typeof colorScheme)}
      data={(["light", "dark", "auto"] as const).map((value) => ({ value, label: t(value) }))}
    />
  );
}

export function useSignOut() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => ask<Session>("rest/session", { method: "DELETE" }),
    onSuccess: ({ data }) => {
      client.removeQueries({ predicate: (query) => query.queryKey[0] !== "session" });
      client.setQueryData(queries.session.queryKey, data);
    },
  });
}
