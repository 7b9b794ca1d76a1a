// The filter of a list: words or an expression, and beside it the conditions it is made of.
import { ActionIcon, Button, TextInput, Tooltip } from "@mantine/core";
import { Filter as FilterIcon, SlidersHorizontal } from "lucide-react";
import { type FormEvent, lazy, Suspense, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useTypes } from "@/api/hooks";
import { chunk } from "@/app/chunk";
import { useKept } from "@/drafts/useKept";
import { useKeptState } from "@/drafts/useKeptState";
import { Boundary } from "@/parts/Boundary";
import { Loading } from "@/parts/Loading";
import { expressionOf, isExpression } from "./filter-words";
import classes from "./ListPage.module.css";

const EXPRESSION = { input: { fontFamily: "var(--mantine-font-family-monospace)" } };

const FilterBuilder = lazy(() => chunk(() => import("./FilterBuilder")));

interface Properties {
  facet: string;
  value: string;
  apply: (filter: string) => void;
}

export function Filter({ facet, value, apply }: Properties) {
  const { t } = useTranslation("list");
  const types = useTypes();
  const [text, setText, form] = useKeptState(`filter/${facet}`, value);
  const rows = useKept(`form/conditions/${facet}`);
  const [isOpen, setIsOpen] = useState(rows.value !== null);
  const shown = useRef(value);
  // What was applied, here or by a link, takes the place of what was typed.
  useEffect(() => {
    if (shown.current !== value) form.discard();
    shown.current = value;
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    apply(text.trim());
  };
  return (
    <form className={classes.filter} onSubmit={submit}>
      <div className={classes.filterLine}>
        <TextInput
          size="xs"
          flex={1}
          aria-label={t("filter")}
          title={t("filterHelp")}
          placeholder={t("filterPlaceholder")}
          leftSection={<FilterIcon size={14} aria-hidden />}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          styles={isExpression(text) ? EXPRESSION : undefined}
          rightSectionWidth={84}
          rightSection={
            text.trim() !== value && (
              <Button type="submit" size="compact-xs">
                {t("apply")}
              </Button>
            )
          }
        />
        <Tooltip label={t("builder")} withinPortal={false}>
          <ActionIcon
            aria-label={t("builder")}
            aria-expanded={isOpen}
            variant={isOpen ? "light" : "subtle"}
            onClick={() => setIsOpen(!isOpen)}
          >
            <SlidersHorizontal size={17} />
          </ActionIcon>
        </Tooltip>
      </div>
      {isOpen && (
        <Boundary>
          <Suspense fallback={<Loading lines={2} />}>
            <FilterBuilder facet={facet} text={expressionOf(text, types.labels(facet))} change={setText} />
          </Suspense>
        </Boundary>
      )}
    </form>
  );
}
