// Two users changed the same values: shows the original, the other user's and your own value, with one choice for each.
import { Button, Group, Radio, Stack, Table, Text } from "@mantine/core";
import { modals } from "@mantine/modals";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { markup } from "@/parts/html";
import type { Clash } from "./draft";
import classes from "./Element.module.css";
import { useFieldName } from "./names";

interface Properties {
  facet: string;
  type: string;
  clashes: Clash[];
  /** Called with the conflicts in which the other user's value stays. */
  done: (others: Clash[]) => void;
}

export function ConflictForm({ facet, type, clashes, done }: Properties) {
  const { t } = useTranslation("element");
  const name = useFieldName(facet, type);
  const [choices, setChoices] = useState<Record<number, "mine" | "other">>({});
  const finish = () => {
    modals.closeAll();
    done(clashes.filter((_, index) => choices[index] === "other"));
  };
  return (
    <Stack>
      <Text size="sm">{t("conflictHelp")}</Text>
      {clashes.map((clash, index) => (
        <Radio.Group
          key={`${clash.key}${clash.culture}`}
          label={name(clash.key, clash.culture)}
          value={choices[index] ?? "mine"}
          onChange={(value) => setChoices({ ...choices, [index]: value as "mine" | "other" })}
        >
          <Table mt={4} withTableBorder>
            <Table.Tbody>
              <Table.Tr>
                <Table.Td w={170}>{t("original")}</Table.Td>
                <Table.Td className={classes.value}>{markup(clash.original) || t("empty")}</Table.Td>
              </Table.Tr>
              {(["other", "mine"] as const).map((whose) => (
                <Table.Tr key={whose}>
                  <Table.Td>
                    <Radio value={whose} label={t(whose)} size="sm" />
                  </Table.Td>
                  <Table.Td className={classes.value}>{markup(clash[whose]) || t("empty")}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Radio.Group>
      ))}
      <Group justify="end">
        <Button onClick={finish}>{t("keep")}</Button>
      </Group>
    </Stack>
  );
}
