// Two users changed the same values: shows what was there, the other user's and your own value, with one choice for each.
import { Button, Group, Modal, Radio, Stack, Text } from "@mantine/core";
import { useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import * as queries from "@/api/queries";
import classes from "./Conflict.module.css";
import { ConflictValue } from "./ConflictValue";
import type { Clash } from "./clashes";
import { useFieldName } from "./names";

interface Properties {
  facet: string;
  type: string;
  clashes: Clash[];
  /** What it says, where the two sides are not two users. */
  texts?: ConflictTexts;
  /** Called with the conflicts in which the other user's value stays. */
  done: (others: Clash[]) => void;
  close: () => void;
}

type Choice = "mine" | "other";

export interface ConflictTexts {
  title: string;
  help: string;
  original: string;
  other: string;
  mine: string;
  keep: string;
}

function useTexts(): ConflictTexts {
  const { t } = useTranslation("element");
  return {
    title: t("conflictTitle"),
    help: t("conflictHelp"),
    original: t("original"),
    other: t("other"),
    mine: t("mine"),
    keep: t("keep"),
  };
}

export default function ConflictForm({ facet, type, clashes, texts, done, close }: Properties) {
  const { t } = useTranslation("element");
  const usual = useTexts();
  const words = texts ?? usual;
  const shell = useTranslation().t;
  const [choices, setChoices] = useState<Record<number, Choice>>({});
  const open = clashes.length - Object.keys(choices).length;
  return (
    <Modal opened onClose={close} size="xl" title={words.title} closeButtonProps={{ "aria-label": shell("close") }}>
      <Stack>
        <Text size="sm">{words.help}</Text>
        {clashes.map((clash, index) => (
          <Question
            // biome-ignore lint/suspicious/noArrayIndexKey: the list stays as it is, and steps may share a property
            key={index}
            facet={facet}
            type={type}
            clash={clash}
            words={words}
            choice={choices[index]}
            choose={(choice) => setChoices({ ...choices, [index]: choice })}
          />
        ))}
        <Group justify="end">
          <Text size="sm" c="dimmed" aria-live="polite">
            {open > 0 && t("undecided", { count: open })}
          </Text>
          <Button disabled={open > 0} onClick={() => done(clashes.filter((_, index) => choices[index] === "other"))}>
            {words.keep}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

interface QuestionProperties {
  facet: string;
  type: string;
  clash: Clash;
  words: ConflictTexts;
  choice?: Choice;
  choose: (choice: Choice) => void;
}

function Question({ facet, type, clash, words, choice, choose }: QuestionProperties) {
  const name = useFieldName(facet, type)(clash.key, clash.culture);
  const { data } = useSuspenseQuery(queries.config(facet, "detail"));
  const property = data.find((each) => each.key === type)?.properties?.find((each) => each.key === clash.key);
  const rule = property && "attribute" in property ? property.attribute : undefined;
  const shown = { name, rule, clash };
  return (
    <Radio.Group label={name} value={choice ?? null} onChange={(value) => choose(value as Choice)}>
      <dl className={classes.sides}>
        <dt>{words.original}</dt>
        <dd>
          <ConflictValue {...shown} side="original" />
        </dd>
        {(["other", "mine"] as const).map((side) => (
          <div key={side} data-chosen={choice === side || undefined}>
            <dt>
              <Radio value={side} label={words[side]} aria-label={`${name}: ${words[side]}`} size="sm" />
            </dt>
            <dd>
              <ConflictValue {...shown} side={side} />
            </dd>
          </div>
        ))}
      </dl>
    </Radio.Group>
  );
}
