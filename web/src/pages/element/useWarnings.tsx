// What the service changed in texts that were saved, as a notice.
import { useTranslation } from "react-i18next";
import type { Warning } from "@/api/types.gen";
import { useNotify } from "../tree/actions";
import { useFieldName } from "./names";

export function useWarnings(facet: string, type: string): (found: Warning[]) => void {
  const { t } = useTranslation("element");
  const notify = useNotify();
  const nameOf = useFieldName(facet, type);
  /** The name of the attribute that a warning is about; the path ends with its key and culture. */
  const field = (warning: Warning): string => {
    const [key = "", culture = null] = (warning.path ?? "").split(".").slice(-2);
    return nameOf(key, culture);
  };
  const parts = (warning: Warning): string =>
    warning.removed
      ?.map(({ element: name, attribute, count: number }) => {
        const what = attribute ? t("cleanedAttribute", { attribute, element: name }) : name;
        return number > 1 ? t("cleanedPart", { what, count: number }) : what;
      })
      .join(", ") || t("cleanedOther");
  return (found) => {
    const lines = found.map((each) =>
      each.removed ? t("cleanedOf", { name: field(each), parts: parts(each) }) : each.error,
    );
    if (lines.length > 0)
      notify.warned(
        t("cleaned"),
        lines.map((each) => <div key={each}>{each}</div>),
      );
  };
}
