import { useTranslation } from "react-i18next";
import classes from "./Compare.module.css";
import type { Kind } from "./difference";

export const SIGNS: Record<Kind, string> = { added: "+", removed: "−", changed: "~", moved: "↕", placed: "↔" };

/** The kind of change, by sign and colour, and in words for screen readers. */
export function Sign({ kind }: { kind: Kind }) {
  const { t } = useTranslation("compare");
  const word = t(`change.${kind}`);
  return (
    <span className={classes.sign} data-change={kind} role="img" aria-label={word} title={word}>
      {SIGNS[kind]}
    </span>
  );
}

export function Legend() {
  const { t } = useTranslation("compare");
  return (
    <ul className={classes.legend} aria-label={t("legend")}>
      {(Object.keys(SIGNS) as Kind[]).map((each) => (
        <li key={each}>
          <span className={classes.sign} data-change={each} aria-hidden>
            {SIGNS[each]}
          </span>
          {t(`change.${each}`)}
        </li>
      ))}
    </ul>
  );
}
