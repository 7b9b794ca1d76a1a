// The types of which elements can be created, as entries of a menu; those that are refused say why.
import { Menu, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { inCulture, useTypes } from "@/api/hooks";
import type { TypeSummary } from "@/api/types.gen";
import { useWords } from "@/app/preferences";

interface Properties {
  types: TypeSummary[];
  /** Absent where none of them can be created here. */
  choose?: (type: string) => void;
  /** Why not, where the type itself can be created elsewhere. */
  fallback?: string;
}

export function NewItems({ types, ...shared }: Properties) {
  return types.map((type) => <NewItem key={type.key} type={type} {...shared} />);
}

/** Entries that are refused can be reached by keys, too: otherwise only a mouse would learn the reason. */
function NewItem({ type, choose, fallback }: Omit<Properties, "types"> & { type: TypeSummary }) {
  const words = useWords();
  const refusal = useRefusal(type) ?? fallback;
  return (
    <Menu.Item
      c={refusal && "dimmed"}
      aria-disabled={refusal !== undefined || undefined}
      closeMenuOnClick={refusal === undefined}
      leftSection={<span className="fs-dot" style={{ background: type.color }} />}
      onClick={() => refusal === undefined && choose?.(type.key)}
    >
      {inCulture(type.displayNames, words) ?? type.key}
      {refusal && (
        <Text size="xs" c="dimmed">
          {refusal}
        </Text>
      )}
    </Menu.Item>
  );
}

/** Why elements of a type cannot be created; undefined where they can. */
export function useRefusal(type: TypeSummary | undefined): string | undefined {
  const { t } = useTranslation("tree");
  return type?.whyNotCreatable && t(`whyNot.${type.whyNotCreatable}`);
}

/** The types of a facet, those that can be created first. */
export function useOfferedTypes(facet: string): TypeSummary[] {
  const types = useTypes().of(facet);
  return [...types.filter((each) => each.isCreatable), ...types.filter((each) => !each.isCreatable)];
}
