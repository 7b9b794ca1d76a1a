// What the menu of the account shows. Loaded when it is opened for the first time.
import { Anchor, Button, Divider, SegmentedControl, Stack, Switch, Text, useMantineColorScheme } from "@mantine/core";
import { modals } from "@mantine/modals";
import { FileDown, KeyRound, LogOut, UserRound } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useNotify } from "@/pages/tree/notify";
import { savePersonalData } from "@/parts/personalData";
import { useDownloading } from "@/parts/useDownload";
import { useChooseSeen, useIsSeen } from "./being-seen";
import { chunk } from "./chunk";
import { LanguageSwitch } from "./LanguageSwitch";
import { useHasRole, usePerson } from "./person";
import { docs } from "./place";
import { useSignOut } from "./useSignOut";

interface Properties {
  close: () => void;
}

export default function AccountPanel({ close }: Properties) {
  const { t } = useTranslation();
  const person = usePerson();
  const signOut = useSignOut();
  return (
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
      <SeenSwitch />
      <Divider />
      <PictureItem close={close} />
      <PasswordItem close={close} />
      <DataItem close={close} />
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
  );
}

/** Who signs in by OpenID Connect alone has no account here, and so no password. */
function PasswordItem({ close }: Properties) {
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

function PictureItem({ close }: Properties) {
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

function DataItem({ close }: Properties) {
  const { t } = useTranslation();
  const run = useDownloading();
  const save = () => {
    close();
    void run(() => savePersonalData());
  };
  return (
    <Button variant="default" size="xs" leftSection={<FileDown size={14} aria-hidden />} onClick={save}>
      {t("myData")}
    </Button>
  );
}

/** Whether others see where the user is. Readers are never shown to others. */
function SeenSwitch() {
  const { t } = useTranslation("presence");
  const isSeen = useIsSeen();
  const choose = useChooseSeen();
  const notify = useNotify();
  const isEditor = useHasRole("editor");
  if (!isEditor || isSeen === undefined) return null;
  return (
    <Switch
      size="sm"
      label={t("seen")}
      description={t("seenHint")}
      checked={isSeen}
      onChange={({ currentTarget }) => void choose(currentTarget.checked).catch(notify.failed)}
    />
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
