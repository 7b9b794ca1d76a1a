// The languages of the storage: which there are, which is the default, and which texts a release needs.
import { Badge, Button, Group, Select, Switch } from "@mantine/core";
import { modals } from "@mantine/modals";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import * as administration from "@/api/administration";
import { useStorageInfo, useTypes } from "@/api/hooks";
import { ELEMENT, ELEMENTS, elementAt, listAt, write } from "@/api/requests";
import type { Element, GivenElement } from "@/api/types.gen";
import { cultureName } from "@/app/preferences";
import { DataTable } from "@/parts/DataTable";
import { ElementLink } from "@/parts/ElementLink";
import { Failure } from "@/parts/Failure";
import { Loading } from "@/parts/Loading";
import classes from "./Administration.module.css";
import { useAct, useConfirm } from "./common";
import { newLanguage, offeredLanguages, textsLeft } from "./languageData";

export default function Languages() {
  const { t, i18n } = useTranslation("administration");
  const { facetOf, roles } = useTypes();
  const facet = facetOf(roles.culture);
  const attributes = [roles.name, roles.cultureId, roles.cultureDefault, roles.cultureMandatory];
  const found = useQuery(administration.elements(facet, { select: attributes, order: roles.name }));
  const change = useChange(facet);
  if (found.error && found.data === undefined) return <Failure error={found.error} retry={() => found.refetch()} />;
  if (found.data === undefined) return <Loading />;
  const flag = (language: Element, attribute: string) => language.attributes?.[attribute]?.[127] === true;
  const lcid = (language: Element) => Number(language.attributes?.[roles.cultureId]?.[127]);
  const nameOf = (language: Element) => cultureName(lcid(language), i18n.language);
  return (
    <>
      <Add known={found.data.elements.map(lcid)} add={change.add} />
      <div className="fs-card">
        <DataTable
          label={t("languages.title")}
          rows={found.data.elements}
          rowKey={(language) => language.id}
          columns={[
            { label: t("name"), cell: (language) => <ElementLink to={language} /> },
            { label: t("storage.culture"), cell: nameOf },
            { label: t("storage.lcid"), isNumber: true, cell: (language) => lcid(language) },
            {
              label: t("languages.default"),
              cell: (language) =>
                flag(language, roles.cultureDefault) ? (
                  <Badge color="gem" variant="filled">
                    {t("languages.isDefault")}
                  </Badge>
                ) : (
                  <Button
                    variant="default"
                    size="xs"
                    aria-label={t("languages.makeDefaultOf", { name: nameOf(language) })}
                    onClick={() => void change.set(language, roles.cultureDefault, true)}
                  >
                    {t("languages.makeDefault")}
                  </Button>
                ),
            },
            {
              label: t("languages.mandatory"),
              cell: (language) => (
                <Switch
                  aria-label={t("languages.mandatoryOf", { name: nameOf(language) })}
                  checked={flag(language, roles.cultureMandatory)}
                  onChange={(event) => void change.set(language, roles.cultureMandatory, event.currentTarget.checked)}
                />
              ),
            },
            {
              label: t("actions"),
              isHidden: true,
              cell: (language) =>
                flag(language, roles.cultureDefault) ? null : (
                  <Button
                    variant="default"
                    size="xs"
                    aria-label={t("languages.removeOf", { name: nameOf(language) })}
                    onClick={() => change.remove(language, nameOf(language))}
                  >
                    {t("languages.remove")}
                  </Button>
                ),
            },
          ]}
        />
      </div>
    </>
  );
}

function Add({ known, add }: { known: readonly number[]; add: (lcid: number) => Promise<boolean> }) {
  const { t, i18n } = useTranslation("administration");
  const [chosen, setChosen] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const submit = async () => {
    setBusy(true);
    if (await add(Number(chosen))) setChosen(null);
    setBusy(false);
  };
  return (
    <Group className={classes.bar} align="end">
      <Select
        label={t("languages.choose")}
        placeholder={t("languages.chooseHelp")}
        searchable
        clearable
        w={340}
        maw="100%"
        value={chosen}
        onChange={setChosen}
        data={offeredLanguages(known, i18n.language)}
        nothingFoundMessage={t("nothing")}
        comboboxProps={{ withinPortal: true }}
      />
      <Button
        leftSection={<Plus size={16} aria-hidden />}
        disabled={chosen === null}
        loading={isBusy}
        onClick={() => void submit()}
      >
        {t("languages.add")}
      </Button>
    </Group>
  );
}

/** What can be done to languages. The settings of the storage follow, and with them all that is shown. */
function useChange(facet: string) {
  const { t, i18n } = useTranslation("administration");
  const { roles } = useTypes();
  const { dataCultures } = useStorageInfo();
  const act = useAct();
  const confirm = useConfirm();
  const store = (element: GivenElement) =>
    write("post", ELEMENTS, { path: listAt(facet, "detail"), body: { elements: [element] }, match: null });

  const remove = (language: Element, name: string, force: boolean) =>
    act(async () => {
      try {
        const query = { force: force || undefined };
        await write("delete", ELEMENT, { path: elementAt(facet, "detail", language.id), query, match: null });
      } catch (error) {
        const texts = textsLeft(error);
        if (force || texts === null) throw error;
        // Another dialog opens once this one has gone.
        setTimeout(() => askAgain(language, name, texts));
        return;
      }
      modals.closeAll();
    });
  const askAgain = (language: Element, name: string, texts: number) =>
    confirm(
      t("languages.removeTexts", { name }),
      t("languages.removeTextsHelp", { count: texts, number: new Intl.NumberFormat(i18n.language).format(texts) }),
      t("languages.removeAnyway"),
      () => void remove(language, name, true),
    );

  return {
    add: (lcid: number) =>
      act(
        () => store(newLanguage(lcid, dataCultures, roles)),
        t("languages.added", { name: cultureName(lcid, i18n.language) }),
      ),
    set: (language: Element, attribute: string, value: boolean) =>
      act(() => store({ id: language.id, type: language.type, attributes: { [attribute]: { 127: value } } })),
    remove: (language: Element, name: string) =>
      confirm(
        t("languages.removeAsk", { name }),
        t("languages.removeHelp"),
        t("languages.remove"),
        () => void remove(language, name, false),
      ),
  };
}
