import { ActionIcon, Button, Group, Popover, Stack, Text, TextInput, Tooltip, UnstyledButton } from "@mantine/core";
import { Bookmark, Users, X } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { useHasRole } from "@/app/person";
import type { ViewSearch } from "@/app/view-search";
import classes from "./ListPage.module.css";
import { type ListState, LONGEST_NAME, listState, type SavedFilter } from "./saved";
import { useSavedFilters } from "./useSaved";

interface Properties {
  facet: string;
  search: ViewSearch;
  apply: (state: ListState) => void;
}

/** Filters with a name, with order and columns: to go back to, and to keep what is seen now. */
export function SavedFilters({ facet, search, apply }: Properties) {
  const { t } = useTranslation("list");
  const { saved, save, forget, share } = useSavedFilters(facet);
  const [isOpen, setIsOpen] = useState(false);
  const [name, setName] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === "") return;
    // A name that could not be stored stays in the field.
    void save(name.trim(), listState(search)).then((isStored) => isStored && setName(""));
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
            <Saved
              key={`${each.at.shared}${each.at.key}`}
              filter={each}
              apply={() => {
                apply(each.state);
                setIsOpen(false);
              }}
              share={() => void share(each)}
              forget={() => void forget(each)}
            />
          ))}
          <form onSubmit={submit}>
            <Group gap={6} wrap="nowrap" mt={6}>
              <TextInput
                size="xs"
                flex={1}
                aria-label={t("saveAs")}
                placeholder={t("saveAs")}
                maxLength={LONGEST_NAME}
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

interface SavedProperties {
  filter: SavedFilter;
  apply: () => void;
  share: () => void;
  forget: () => void;
}

function Saved({ filter: { name, at, mayChange }, apply, share, forget }: SavedProperties) {
  const { t } = useTranslation("list");
  const mayShare = useHasRole("editor") && mayChange;
  const sharing = t(at.shared ? "unshare" : "share", { name });
  return (
    <Group gap={4} wrap="nowrap">
      <UnstyledButton className={classes.savedName} onClick={apply}>
        {name}
      </UnstyledButton>
      {mayShare ? (
        <Tooltip label={sharing} withinPortal={false}>
          <ActionIcon
            size="sm"
            aria-label={sharing}
            aria-pressed={at.shared}
            variant={at.shared ? "light" : "subtle"}
            onClick={share}
          >
            <Users size={14} />
          </ActionIcon>
        </Tooltip>
      ) : (
        at.shared && (
          <Text span size="xs" c="dimmed">
            {t("shared")}
          </Text>
        )
      )}
      {mayChange && (
        <ActionIcon size="sm" aria-label={t("forget", { name })} onClick={forget}>
          <X size={14} />
        </ActionIcon>
      )}
    </Group>
  );
}
