import { useTranslation } from "react-i18next";
import type { Offer } from "./useCompletion";
import classes from "./Workspace.module.css";

interface Properties {
  id: string;
  offers: readonly Offer[];
  picked: number;
  top: number;
  take: (offer: Offer) => void;
}

/** What the name that is being typed can become. */
export function Completions({ id, offers, picked, top, take }: Properties) {
  const { t } = useTranslation("workspace");
  if (offers.length === 0) return null;
  return (
    <div id={id} role="listbox" aria-label={t("completions")} className={classes.offers} style={{ top }}>
      {offers.map((each, place) => (
        // The text field keeps the focus and hears the keys.
        // biome-ignore lint/a11y/useFocusableInteractive: named by aria-activedescendant
        // biome-ignore lint/a11y/useKeyWithClickEvents: the text field has the keys
        <div
          key={`${each.name} ${each.id ?? each.isNew}`}
          id={`${id}-${place}`}
          role="option"
          aria-selected={place === picked}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => take(each)}
        >
          {each.isNew ? t("create", { name: each.name }) : each.name}
        </div>
      ))}
    </div>
  );
}
