import { useTranslation } from "react-i18next";
import { inCulture } from "@/api/hooks";
import type { Element } from "@/api/types.gen";
import { useCulture, useWords } from "@/app/preferences";
import { PickList } from "@/parts/PickList";
import { Section } from "@/parts/Section";
import type { Property } from "./cells";
import classes from "./Element.module.css";
import { Field } from "./Field";

/** Fields that cannot be edited: who changed it when, which version it is. */
export function ServerSet({ properties, element }: { properties: Property[]; element: Element }) {
  const { t } = useTranslation("element");
  const culture = useCulture();
  const words = useWords();
  return (
    <Section title={t("moreProperties")}>
      <div className={classes.facts}>
        {properties
          .filter((each) => each.key !== "gotoUrl")
          .map((each) => (
            <div key={each.key}>
              <div className={classes.label}>{inCulture(each.displayNames, words)}</div>
              {"attribute" in each ? (
                <Field
                  name={each.key}
                  rule={each.attribute}
                  culture={culture}
                  words={words}
                  value={inCulture(element.attributes?.[each.key], culture) ?? null}
                />
              ) : (
                <PickList label={each.key} rule={each.related} value={element.related?.[each.key] ?? []} />
              )}
            </div>
          ))}
      </div>
    </Section>
  );
}
