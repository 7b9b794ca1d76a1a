// The dialog in which a user chooses and orders the widgets of Home.
import { ActionIcon, Button, Group, Modal, Stack, Text } from "@mantine/core";
import { ArrowDown, ArrowUp, EyeOff, Plus } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useRemember } from "@/api/preferences";
import { useHasRole } from "@/app/person";
import { Failure } from "@/parts/Failure";
import { DASHBOARD, moved } from "./dashboard";
import classes from "./Home.module.css";
import type { OfferedWidget } from "./widgets";

interface Properties {
  offered: OfferedWidget[];
  shown: string[];
  /** Whether this user has an arrangement of one's own. */
  isOwn: boolean;
  close: () => void;
}

export function Arrange({ offered, shown, isOwn, close }: Properties) {
  const { t } = useTranslation("home");
  const shell = useTranslation().t;
  const isArchitect = useHasRole("architect");
  const [keys, setKeys] = useState(shown);
  const sending = useSending(close);
  const titles = new Map(offered.map((each) => [each.key, each.title]));
  const hidden = offered.filter((each) => !keys.includes(each.key));
  const value = { widgets: keys };
  return (
    <Modal opened onClose={close} title={t("arrange")} closeButtonProps={{ "aria-label": shell("close") }}>
      <Stack gap="sm">
        <Shown keys={keys} titles={titles} change={setKeys} />
        {hidden.length > 0 && (
          <div>
            <Text size="sm" fw={600}>
              {t("hidden")}
            </Text>
            <ul className={classes.arranged}>
              {hidden.map(({ key, title }) => (
                <li key={key}>
                  <span className={classes.title}>{title}</span>
                  <ActionIcon size="sm" aria-label={t("showWidget", { title })} onClick={() => setKeys([...keys, key])}>
                    <Plus size={15} />
                  </ActionIcon>
                </li>
              ))}
            </ul>
          </div>
        )}
        <Text size="xs" c="dimmed">
          {t("arrangeHelp")}
        </Text>
        {sending.error !== null && <Failure error={sending.error} />}
        <Group justify="end" gap="xs">
          {isOwn && (
            <Button size="xs" variant="subtle" onClick={() => sending.run(({ forget }) => forget(DASHBOARD))}>
              {t("asUsual")}
            </Button>
          )}
          {isArchitect && (
            <Button
              size="xs"
              variant="default"
              onClick={() => sending.run(({ set }) => set({ ...DASHBOARD, shared: true }, value))}
            >
              {t("saveForAll")}
            </Button>
          )}
          <Button size="xs" onClick={() => sending.run(({ set }) => set(DASHBOARD, value))}>
            {t("save")}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

interface ShownProperties {
  keys: string[];
  titles: Map<string, string>;
  change: (keys: string[]) => void;
}

function Shown({ keys, titles, change }: ShownProperties) {
  const { t } = useTranslation("home");
  const list = useRef<HTMLUListElement>(null);
  const [pressed, setPressed] = useState<string | null>(null);
  // A row that is moved loses the focus: it is given back, so that one can go on with the same key.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the order changes
  useEffect(() => {
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>("button[data-move]") ?? [])];
    buttons.find((each) => each.dataset.move === pressed)?.focus();
  }, [keys]);
  const move = (key: string, by: number) => ({
    "data-move": `${by} ${key}`,
    onClick: () => {
      setPressed(`${by} ${key}`);
      change(moved(keys, key, by));
    },
  });
  return (
    <ul className={classes.arranged} ref={list} aria-label={t("shown")}>
      {keys.map((key) => {
        const title = titles.get(key) ?? key;
        return (
          <li key={key}>
            <span className={classes.title}>{title}</span>
            <ActionIcon size="sm" aria-label={t("moveUp", { title })} {...move(key, -1)}>
              <ArrowUp size={15} />
            </ActionIcon>
            <ActionIcon size="sm" aria-label={t("moveDown", { title })} {...move(key, 1)}>
              <ArrowDown size={15} />
            </ActionIcon>
            <ActionIcon
              size="sm"
              aria-label={t("hideWidget", { title })}
              onClick={() => change(keys.filter((each) => each !== key))}
            >
              <EyeOff size={15} />
            </ActionIcon>
          </li>
        );
      })}
    </ul>
  );
}

/** Stores an arrangement, and closes the dialog; a refusal keeps it open. */
function useSending(close: () => void) {
  const remember = useRemember();
  const [error, setError] = useState<unknown>(null);
  return {
    error,
    run: (work: (remember: ReturnType<typeof useRemember>) => Promise<void>) => {
      setError(null);
      work(remember).then(close, setError);
    },
  };
}
