// The texts of an element, in one culture or in two.
import { Select } from "@mantine/core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useStorageInfo } from "@/api/hooks";
import type { AttributeProperty } from "@/api/types.gen";
import { cultureName, useCulture } from "@/app/preferences";
import { Section } from "@/parts/Section";
import { Cell, type Shared } from "./cells";
import { currentValue } from "./draft";
import classes from "./Element.module.css";

/** Texts in the culture that is shown, and beside it in another one: what is missing there is marked. */
export function Texts({ properties, ...shared }: Shared & { properties: AttributeProperty[] }) {
  const { t, i18n } = useTranslation("element");
  const navigate = useNavigate();
  const culture = useCulture();
  const { dataCultures } = useStorageInfo();
  const { beside } = useSearch({ strict: false }) as { beside?: number };
  const others = dataCultures.filter((each) => each !== culture);
  const second = beside !== undefined && others.includes(beside) ? beside : undefined;
  const { element, draft, setDraft } = shared;
  const cultures = second === undefined ? [culture] : [culture, second];
  const isShown = (each: AttributeProperty) =>
    setDraft !== undefined || dataCultures.some((one) => currentValue(element, draft, each.key, one) !== null);
  return (
    <Section
      title={t("group.text")}
      aside={
        others.length > 0 && (
          <Select
            size="xs"
            w={170}
            aria-label={t("beside")}
            value={second === undefined ? "" : String(second)}
            allowDeselect={false}
            onChange={(value) =>
              void navigate({
                to: ".",
                replace: true,
                search: (before) => ({ ...before, beside: value ? Number(value) : undefined }),
              })
            }
            data={[
              { value: "", label: t("noneBeside") },
              ...others.map((each) => ({ value: String(each), label: `+ ${cultureName(each, i18n.language)}` })),
            ]}
          />
        )
      }
    >
      {properties.filter(isShown).map((each) => (
        <div key={each.key} className={classes.pair} data-two={second !== undefined}>
          {cultures.map((one) => (
            <Cell key={one} property={each} culture={one} marksMissing {...shared} />
          ))}
        </div>
      ))}
    </Section>
  );
}
