import { Avatar, Popover, UnstyledButton } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { type ComponentType, useState } from "react";
import { useTranslation } from "react-i18next";
import { usePicture } from "@/api/pictures";
import { chunk } from "./chunk";
import { usePerson } from "./person";

export function AccountMenu() {
  const { t } = useTranslation();
  const person = usePerson();
  const [opened, menu] = useDisclosure();
  const [Panel, setPanel] = useState<ComponentType<{ close: () => void }> | null>(null);
  const toggle = async () => {
    // Before the menu opens, which looks for what to focus.
    if (Panel === null) {
      const { default: loaded } = await chunk(() => import("./AccountPanel"));
      setPanel(() => loaded);
    }
    menu.toggle();
  };
  return (
    <Popover opened={opened} onChange={menu.set} position="bottom-end" width={250} withinPortal trapFocus returnFocus>
      <Popover.Target>
        <UnstyledButton onClick={() => void toggle()} aria-label={`${t("account")}: ${person.name}`}>
          <Avatar src={usePicture(person.id)} alt="" size={30} name={person.name} color="gem" variant="filled" />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown aria-label={t("account")} p="sm">
        {Panel !== null && <Panel close={menu.close} />}
      </Popover.Dropdown>
    </Popover>
  );
}
