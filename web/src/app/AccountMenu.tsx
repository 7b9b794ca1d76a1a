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
import { useDisclosure } from "@mantine/hooks";
import { modals } from "@mantine/modals";
import { useMutation } from "@tanstack/react-query";
import { FileDown, KeyRound, LogOut, UserRound } from "lucide-react";
import { useTranslation } from "react-i18next";
import { usePicture } from "@/api/pictures";
import { send } from "@/api/requests";
import { usePersonalData } from "@/parts/usePersonalData";
import { chunk } from "./chunk";
import { LanguageSwitch } from "./LanguageSwitch";
import { usePerson } from "./person";
import { docs } from "./place";
import { announce } from "./session";

export function AccountMenu() {
  const { t } = useTranslation();
  const person = usePerson();
  const signOut = useSignOut();
  const [opened, menu] = useDisclosure();
  return (
    <Popover opened={opened} onChange={menu.set} position="bottom-end" width={250} withinPortal trapFocus returnFocus>
      <Popover.Target>
        <UnstyledButton onClick={menu.toggle} aria-label={`${t("account")}: ${person.name}`}>
          <Avatar src={usePicture(person.id)} alt="" size={30} name={person.name} color="gem" variant="filled" />
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
          <PictureItem close={menu.close} />
          <PasswordItem close={menu.close} />
          <DataItem close={menu.close} />
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

/** Who signs in by OpenID Connect alone has no account here, and so no password. */
function PasswordItem({ close }: { close: () => void }) {
  const { t } = useTranslation("entrance");
  const closeLabel = useTranslation().t("close");
  const { hasPassword, login } = usePerson();
  if (hasPassword === undefined) return null;
  const title = t(hasPassword ? "change" : "set");
  const open = async () => {
    close();
    // Before the dialog opens, which looks for the field to begin with.
    const { default: PasswordForm } = await chunk(() => import("./PasswordForm"));
    modals.open({
      title,
      closeButtonProps: { "aria-label": closeLabel },
      children: <PasswordForm login={login} hasPassword={hasPassword} />,
    });
  };
  return (
    <Button variant="default" size="xs" leftSection={<KeyRound size={14} aria-hidden />} onClick={() => void open()}>
      {title}
    </Button>
  );
}

function PictureItem({ close }: { close: () => void }) {
  const { t } = useTranslation("picture");
  const closeLabel = useTranslation().t("close");
  const { id, name } = usePerson();
  const open = async () => {
    close();
    // Before the dialog opens, as above.
    const { default: PictureForm } = await chunk(() => import("./PictureForm"));
    modals.open({
      title: t("title"),
      closeButtonProps: { "aria-label": closeLabel },
      children: <PictureForm id={id} name={name} />,
    });
  };
  return (
    <Button variant="default" size="xs" leftSection={<UserRound size={14} aria-hidden />} onClick={() => void open()}>
      {t("title")}
    </Button>
  );
}

function DataItem({ close }: { close: () => void }) {
  const { t } = useTranslation();
  const save = usePersonalData();
  const run = () => {
    close();
    save();
  };
  return (
    <Button variant="default" size="xs" leftSection={<FileDown size={14} aria-hidden />} onClick={run}>
      {t("myData")}
    </Button>
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
  return useMutation({
    mutationFn: () => send("delete", "/rest/session"),
    onSuccess: () => {
      announce(null);
      // Nothing of this person stays in the memory of the window.
      location.reload();
    },
  });
}
