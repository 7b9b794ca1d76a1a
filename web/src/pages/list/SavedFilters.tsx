import { ActionIcon, Button, Group, Popover, Stack, Text, TextInput, Tooltip, UnstyledButton } from "@mantine/core";
import { Bookmark, X } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ViewSearch } from "@/app/view-search";
import classes from "./ListPage.module.css";
import { type ListState, listState, useSavedFilters } from "./saved";

interface Properties {
  facet: string;
  search: ViewSearch;
  apply: (state: ListState) => void;
}

/** Filters with a name, with order and columns: to go back to, and to keep what is seen now. */
export function SavedFilters({ facet, search, apply }: Properties) {
  const { t } = useTranslation("list");
  const { saved, save, forget } = useSavedFilters(facet);
  const [isOpen, setIsOpen] = useState(false);
  const [name, setName] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === "") return;
    save(name.trim(), listState(search));
    setName("");
  };
  return (
    <Popover position="bottom-end" withArrow opened={isOpen} onChange={setIsOpen} trapFocus returnFocus>
      <Popover.Target>
        <Tooltip label={t("saved")} withinPortal={false}>
          <ActionIcon aria-label={t("saved")} onClick={() => setIsOpen(!isOpen)}>
            <Bookmark size={17} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown aria-label={t("saved")} maw={340}>
        <Stack gap={4}>
          {saved.length === 0 && (
            <Text size="sm" c="dimmed">
              {t("noSaved")}
            </Text>
          )}
          {saved.map((each) => (
            <Group key={each.name} gap={4} wrap="nowrap">
              <UnstyledButton
                className={classes.savedName}
                onClick={() => {
                  apply(each.state);
                  setIsOpen(false);
                }}
              >
                {each.name}
              </UnstyledButton>
              <ActionIcon size="sm" aria-label={t("forget", { name: each.name })} onClick={() => forget(each.name)}>
                <X size={14} />
              </ActionIcon>
            </Group>
          ))}
          <form onSubmit={submit}>
            <Group gap={6} wrap="nowrap" mt={6}>
              <TextInput
                size="xs"
                flex={1}
                aria-label={t("saveAs")}
                placeholder={t("saveAs")}
                value={name}
                onChange={(event) => setName(event.currentTarget.value)}
              />
              <Button type="submit" size="xs" disabled={name.trim() === ""}>
                {t("save")}
              </Button>
            </Group>
          </form>
          <Text size="xs" c="dimmed">
            {t("savedWhere")}
          </Text>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
