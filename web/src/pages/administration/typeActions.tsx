// What can be done with own types and properties: each action is a dialog.
import { Button, Group, Stack, Text } from "@mantine/core";
import { modals } from "@mantine/modals";
import { useTranslation } from "react-i18next";
import { inCulture } from "@/api/hooks";
import type { OwnMetamodel } from "@/api/types.gen";
import { useWords } from "@/app/preferences";
import { useDialog } from "./common";
import { PropertyForm } from "./PropertyForm";
import { TypeForm } from "./TypeForm";
import { withoutProperty, withoutType } from "./typeData";
import { type Change, Refused, useOwnTypes } from "./useOwnTypes";

type Own = OwnMetamodel & { etag: string | null };
export type TypeActions = ReturnType<typeof useTypeActions>;

export function useTypeActions(own: Own | undefined, choose: (type: string | undefined) => void) {
  const { t } = useTranslation("administration");
  const words = useWords();
  const dialog = useDialog();
  const propertyName = (key: string) => inCulture(own?.additions.properties?.[key]?.names, words) ?? key;
  const typeName = (key: string) => inCulture(own?.additions.types?.[key]?.names, words) ?? key;
  return {
    editType: (key?: string) => {
      const title = key === undefined ? t("types.new") : t("types.editOf", { name: typeName(key) });
      if (own) dialog(title, <TypeForm own={own} type={key} saved={choose} />, "lg");
    },
    removeType: (key: string, name: string) => {
      const remove = (
        <Removal
          own={own}
          name={name}
          help={t("types.removeTypeHelp")}
          change={(all) => withoutType(all, key)}
          type={key}
          done={() => choose(undefined)}
        />
      );
      if (own) dialog(t("types.removeAsk", { name }), remove);
    },
    editProperty: (key?: string, type?: string) => {
      const title = key === undefined ? t("types.newProperty") : t("types.editOf", { name: propertyName(key) });
      if (own) dialog(title, <PropertyForm own={own} property={key} type={type} />, "lg");
    },
    removeProperty: (key: string) => () => {
      const name = propertyName(key);
      const remove = (
        <Removal
          own={own}
          name={name}
          help={t("types.removePropertyHelp")}
          change={(all) => withoutProperty(all, key)}
        />
      );
      if (own) dialog(t("types.removeAsk", { name }), remove);
    },
  };
}

interface RemovalProperties {
  own: Own | undefined;
  name: string;
  help: string;
  change: Change;
  /** The type that is removed. */
  type?: string;
  done?: () => void;
}

/** Asks before something is removed, and stays open if that is refused. */
function Removal({ own, name, help, change, type, done }: RemovalProperties) {
  const { t } = useTranslation("administration");
  const shell = useTranslation().t;
  const { save, busy, error } = useOwnTypes(own ?? { additions: {}, etag: null });
  const remove = async () => {
    if (await save(change, t("types.removed", { name }), type)) done?.();
  };
  return (
    <Stack gap="sm">
      <Text size="sm">{help}</Text>
      <Refused error={error} />
      <Group justify="end">
        <Button variant="default" data-autofocus onClick={() => modals.closeAll()}>
          {shell("cancel")}
        </Button>
        <Button color="red.9" loading={busy} onClick={() => void remove()}>
          {t("types.remove")}
        </Button>
      </Group>
    </Stack>
  );
}
