import { useTranslation } from "react-i18next";
import { labelOf, useNamed, useTypes } from "@/api/hooks";
import { useCulture } from "@/app/preferences";

const PEOPLE = { facetName: "users", type: "user" };
const TOKENS = { facetName: "automation", type: "authToken" };

/** What somebody is called who did something: a person or a token by name, the clock by its word. */
export function usePersonName(id: string): string {
  const { t } = useTranslation();
  const types = useTypes();
  const culture = useCulture();
  const isId = /^[0-9a-f-]{36}$/i.test(id);
  const person = useNamed({ ...PEOPLE, id }, isId);
  const mayBeToken = isId && person === null && types.of(TOKENS.facetName).length > 0;
  const token = useNamed({ ...TOKENS, id }, mayBeToken);
  if (!isId) return id;
  const found = mayBeToken ? token : person;
  if (found === undefined) return "…";
  return found === null ? t("unknownElement") : labelOf(types, found, culture);
}

export function PersonName({ id }: { id: string }) {
  return <>{usePersonName(id)}</>;
}
