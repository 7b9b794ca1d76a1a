// Search as you type, from anywhere by the key `/`.
import { Combobox, Kbd, Loader, Text, TextInput, useCombobox } from "@mantine/core";
import { useDebouncedValue, useHotkeys } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Search } from "lucide-react";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { inCulture } from "@/api/hooks";
import * as queries from "@/api/queries";
import { keepCulture } from "@/parts/ElementLink";
import { Marked } from "@/parts/Marked";
import { StateBadge } from "@/parts/StateBadge";
import { TypeDot, TypeName } from "@/parts/TypeDot";
import { useCulture } from "./preferences";
import classes from "./TopSearch.module.css";

const SHOWN = 8;
const ALL = "all";

export function TopSearch() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const culture = useCulture();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState("");
  const [asked] = useDebouncedValue(text.trim(), 150);
  const box = useCombobox();
  useHotkeys([["/", () => input.current?.focus()]]);
  const found = useQuery(queries.search(asked, culture, SHOWN));
  const hits = asked === "" ? [] : (found.data?.values ?? []);

  const go = (value: string) => {
    box.closeDropdown();
    input.current?.blur();
    const hit = hits.find((each) => each.id === value);
    if (value === ALL || hit === undefined) {
      void navigate({ to: "/search", search: (before) => ({ ...keepCulture(before), q: text.trim() }) });
    } else {
      setText("");
      void navigate({ to: "/elements/$facet/$id", params: { facet: hit.facetName, id: hit.id }, search: keepCulture });
    }
  };

  return (
    <search className={classes.search}>
      <Combobox store={box} onOptionSubmit={go} withinPortal keepMounted={false}>
        <Combobox.Target>
          <TextInput
            ref={input}
            size="xs"
            type="search"
            aria-label={t("searchLabel")}
            placeholder={t("searchPlaceholder")}
            leftSection={found.isFetching ? <Loader size={12} /> : <Search size={14} aria-hidden />}
            rightSection={text === "" ? <Kbd size="xs">/</Kbd> : null}
            value={text}
            onChange={(event) => {
              setText(event.currentTarget.value);
              box.openDropdown();
              box.resetSelectedOption();
            }}
            onFocus={() => text !== "" && box.openDropdown()}
            onBlur={() => box.closeDropdown()}
            onKeyDown={(event) => {
              if (event.key === "Enter" && box.getSelectedOptionIndex() < 0 && text.trim() !== "") go(ALL);
              if (event.key === "Escape") setText("");
            }}
          />
        </Combobox.Target>
        <Combobox.Dropdown hidden={asked === "" || found.data === undefined}>
          <Combobox.Options aria-label={t("searchLabel")}>
            {hits.map((hit) => (
              <Combobox.Option key={hit.id} value={hit.id}>
                <span className={classes.hit}>
                  <TypeDot type={hit.type} />
                  <span className={classes.name}>
                    <Marked snippets={hit.snippets} fallback={inCulture(hit.name, culture) ?? ""} />
                    <Text component="span" size="xs" c="dimmed">
                      <TypeName type={hit.type} />
                    </Text>
                  </span>
                  {hit.state && <StateBadge state={hit.state} />}
                </span>
              </Combobox.Option>
            ))}
            {hits.length === 0 && <Combobox.Empty>{t("searchNothing")}</Combobox.Empty>}
            {hits.length > 0 && (
              <Combobox.Option value={ALL}>
                <Text size="sm" fw={600}>
                  {t("searchAll", { count: found.data?.total ?? 0 })}
                </Text>
              </Combobox.Option>
            )}
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
    </search>
  );
}
