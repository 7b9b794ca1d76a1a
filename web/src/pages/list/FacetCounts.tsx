import { X } from "lucide-react";
import { useTranslation } from "react-i18next";
import { inCulture, useTypes } from "@/api/hooks";
import { cultureName, useWords } from "@/app/preferences";
import type { ViewSearch } from "@/app/view-search";
import { numberText } from "@/parts/number";
import classes from "./ListPage.module.css";

interface Properties {
  counts: Record<string, Record<string, number>>;
  search: ViewSearch;
  change: (next: Partial<ViewSearch>) => void;
}

/** How many elements there are in each state and of each type, to choose among. */
export function FacetCounts({ counts, search, change }: Properties) {
  const { t, i18n } = useTranslation("list");
  const types = useTypes();
  const words = useWords();
  const chips = (field: "states" | "types", found: Record<string, number>, name: (key: string) => string) => {
    const chosen = search[field]?.split(",") ?? [];
    const keys = [...new Set([...Object.keys(found), ...chosen])];
    if (keys.length < 2 && chosen.length === 0) return null;
    return keys.map((key) => {
      const isChosen = chosen.includes(key);
      const next = isChosen ? chosen.filter((each) => each !== key) : [...chosen, key];
      return (
        <button
          key={field + key}
          type="button"
          className={classes.chip}
          aria-pressed={isChosen}
          aria-label={`${t(field)}: ${name(key)}, ${found[key] ?? 0}`}
          onClick={() => change({ [field]: next.join(",") || undefined })}
        >
          {field === "types" && <span className="fs-dot" style={{ background: types.get(key)?.color }} />}
          {name(key)} <span className="fs-count">{numberText(found[key] ?? 0)}</span>
        </button>
      );
    });
  };
  return (
    <div className={classes.chips}>
      {search.missing !== undefined && (
        <button
          type="button"
          className={classes.chip}
          aria-pressed={true}
          onClick={() => change({ missing: undefined })}
        >
          {t("missing", { language: cultureName(search.missing, i18n.language) })} <X size={13} aria-hidden />
        </button>
      )}
      {chips("types", counts.type ?? {}, (key) => inCulture(types.get(key)?.displayNames, words) ?? key)}
      {chips("states", counts.state ?? {}, (key) => types.stateName(key, words))}
    </div>
  );
}
