import { useTranslation } from "react-i18next";
import { inCulture, labelOf, useNamed, useTypes } from "@/api/hooks";
import type { Actor } from "@/api/types.gen";
import { useCulture } from "@/app/preferences";
import { Face } from "./Face";

/** The name of a person or a token, or the word of the clock. An answer that names the actor needs no further request. */
export function usePersonName(id: string, actor?: Actor): string {
  const { t } = useTranslation();
  const types = useTypes();
  const culture = useCulture();
  const isId = actor === undefined && /^[0-9a-f-]{36}$/i.test(id);
  const person = useNamed({ facetName: types.facetOf(types.roles.user), id }, isId);
  const tokens = types.facetOf(types.roles.token);
  const mayBeToken = isId && person === null && types.of(tokens).length > 0;
  const token = useNamed({ facetName: tokens, id }, mayBeToken);
  if (actor !== undefined) return inCulture(actor.name, culture) ?? id;
  if (!isId) return id;
  const found = mayBeToken ? token : person;
  if (found === undefined) return "…";
  return found === null ? t("unknownElement") : labelOf(types, found, culture);
}

export function PersonName({ id, actor }: { id: string; actor?: Actor }) {
  return (
    <>
      <Face id={id} />
      {usePersonName(id, actor)}
    </>
  );
}
