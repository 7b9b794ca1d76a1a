// One element to translate: each text with its source beside it. Ctrl+Enter saves and goes on.
import { Alert, Button, Group, Title } from "@mantine/core";
import { useMutation, useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { lazy, Suspense, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useTypes } from "@/api/hooks";
import * as queries from "@/api/queries";
import { confirmTranslations, translationsOf } from "@/api/translations";
import type { AttributeProperty, Element, ElementTranslations } from "@/api/types.gen";
import { useRefresh } from "@/app/freshness";
import { SAVES } from "@/app/save-key";
import { KeptNotice } from "@/drafts/KeptNotice";
import { ElementLink } from "@/parts/ElementLink";
import { Failure } from "@/parts/Failure";
import { Loading } from "@/parts/Loading";
import { changeCount, NOTHING } from "../element/draft";
import { useGuard } from "../element/guard";
import { useSaving } from "../element/saving";
import { useDraft } from "../element/useDraft";
import { useNotify } from "../tree/actions";
import { TextPair } from "./TextPair";
import classes from "./Translations.module.css";

const ConflictForm = lazy(() => import("../element/ConflictForm"));

interface Properties {
  facet: string;
  id: string;
  target: number;
  /** Absent where no other element is to be translated. */
  next?: () => void;
}

export function Bench(properties: Properties) {
  const { facet, id } = properties;
  const stored = useQuery(queries.element(facet, id));
  const translations = useQuery(translationsOf(facet, id));
  const failure = stored.error ?? translations.error;
  if (failure) return <Failure error={failure} />;
  if (stored.data === undefined || translations.data === undefined) return <Loading lines={6} />;
  return <Texts {...properties} {...stored.data} translations={translations.data} />;
}

interface Loaded extends Properties {
  element: Element;
  etag: string | null;
  translations: ElementTranslations;
}

function Texts({ facet, id, target, next, element, etag, translations }: Loaded) {
  const { t } = useTranslation("translations");
  const { data: types } = useSuspenseQuery(queries.config(facet, "detail"));
  const { data: info } = useQuery(queries.elementInfo(facet, "detail", id));
  const summary = useTypes().get(element.type);
  const { draft: typed, kept, edit } = useDraft(element);
  const saving = useSaving(facet, { element, etag }, kept);
  const canEdit = info !== undefined && info !== null && !info.isReadOnly;
  const draft = canEdit ? typed : NOTHING;
  const count = changeCount(draft);
  useGuard(count > 0, kept.isKept);
  const notify = useNotify();
  const goOn = () => (next ? next() : notify.done(t("nothingLeft")));
  const confirm = useConfirming({ facet, id, match: etag }, target);
  const values = translations.values.filter((each) => each.culture === target);
  const stale = values.filter((each) => each.state === "stale").map((each) => each.attribute);
  const properties = types.find((each) => each.key === element.type)?.properties ?? [];
  const texts = properties.filter((each): each is AttributeProperty => "attribute" in each);
  const save = () => (count > 0 ? saving.save(goOn) : goOn());
  const confirmAll = () => confirm.mutate(stale, { onSuccess: goOn });
  const isBusy = saving.isPending || confirm.isPending;
  useKeys({ save: isBusy ? undefined : save, confirm: isBusy || stale.length === 0 ? undefined : confirmAll });
  const shared = {
    element,
    draft,
    setDraft: canEdit ? edit : undefined,
    findings: saving.findings,
    mandatory: summary?.mandatory ?? [],
  };
  return (
    <section aria-labelledby="translated">
      {saving.conflicts.length > 0 && (
        <Suspense>
          <ConflictForm
            facet={facet}
            type={element.type}
            clashes={saving.conflicts}
            done={saving.decide}
            close={saving.postpone}
          />
        </Suspense>
      )}
      <Title order={2} id="translated" fz={17} mb="xs">
        <ElementLink to={element} />
      </Title>
      {canEdit && <KeptNotice kept={kept} discard={() => kept.set(null)} />}
      {info && !canEdit && (
        <Alert variant="light" p="xs" mb="sm">
          {t("fixed")}
        </Alert>
      )}
      {texts.map((property) => {
        const translation = values.find((each) => each.attribute === property.key);
        return (
          translation && (
            <TextPair
              key={property.key}
              property={property}
              translation={translation}
              source={translations.source}
              confirm={info && !isBusy ? () => confirm.mutate([property.key]) : undefined}
              {...shared}
            />
          )
        );
      })}
      <div className={classes.actions}>
        <small>{t("keys")}</small>
        <Group gap="xs" ml="auto">
          {stale.length > 0 && (
            <Button variant="default" disabled={isBusy} onClick={confirmAll}>
              {t("confirmAll")}
            </Button>
          )}
          {count > 0 && (
            <Button variant="default" onClick={() => kept.set(null)}>
              {t("discard")}
            </Button>
          )}
          <Button {...SAVES} loading={isBusy} onClick={save}>
            {t(count > 0 ? "saveAndNext" : "next")}
          </Button>
        </Group>
      </div>
    </section>
  );
}

/** Confirms texts of an element as they are stored; what was typed and not saved stays a draft. */
function useConfirming(of: { facet: string; id: string; match: string | null }, target: number) {
  const { t } = useTranslation("translations");
  const refresh = useRefresh();
  const notify = useNotify();
  return useMutation({
    mutationFn: (attributes: string[]) => confirmTranslations(of, target, attributes),
    onSuccess: () => {
      notify.done(t("confirmed"));
      return refresh();
    },
    onError: notify.failed,
  });
}

/** Before editors see them: in a text these keys would begin a new line. */
function useKeys({ save, confirm }: { save?: () => void; confirm?: () => void }): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      if (document.querySelector("[role=dialog]") !== null) return;
      event.preventDefault();
      event.stopPropagation();
      if (!event.repeat) (event.shiftKey ? confirm : save)?.();
    };
    window.addEventListener("keydown", press, { capture: true });
    return () => window.removeEventListener("keydown", press, { capture: true });
  }, [save, confirm]);
}
