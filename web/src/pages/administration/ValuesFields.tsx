// The values of a choice: one or more, each with a name in every language.
import { Button, Fieldset, Group, Stack } from "@mantine/core";
import { Plus, Trash2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import { TextsFields } from "./TextsFields";
import type { GivenValue } from "./typeData";

interface Properties {
  values: GivenValue[];
  onChange: (values: GivenValue[]) => void;
}

export function ValuesFields({ values, onChange }: Properties) {
  const { t } = useTranslation("administration");
  const replace = (at: number, names: GivenValue["names"]) =>
    onChange(values.map((each, index) => (index === at ? { ...each, names } : each)));
  return (
    <Fieldset legend={t("types.values")}>
      <Stack gap="sm">
        {values.map((value, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a new value has nothing but its place
          <Stack key={at} gap={4}>
            <TextsFields
              isNeeded
              label={t("types.value", { number: at + 1 })}
              texts={value.names}
              onChange={(names) => replace(at, names)}
            />
            <Group justify="end">
              <Button
                size="compact-sm"
                variant="default"
                leftSection={<Trash2 size={14} aria-hidden />}
                onClick={() => onChange(values.filter((_, index) => index !== at))}
              >
                {t("types.removeValue", { number: at + 1 })}
              </Button>
            </Group>
          </Stack>
        ))}
        <Group>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<Plus size={14} aria-hidden />}
            onClick={() => onChange([...values, { key: "", names: {} }])}
          >
            {t("types.addValue")}
          </Button>
        </Group>
      </Stack>
    </Fieldset>
  );
}
