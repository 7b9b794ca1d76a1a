// The form of an element, made from the configuration of its type: texts by culture, facts, relations.
import { Button, Group } from "@mantine/core";
import { useSuspenseQuery } from "@tanstack/react-query";
import { lazy, Suspense, useDeferredValue } from "react";
import { useTranslation } from "react-i18next";
import { useTypes } from "@/api/hooks";
import * as queries from "@/api/queries";
import type { AttributeProperty, Element, ElementInfo, RelatedProperty } from "@/api/types.gen";
import { useChanging } from "@/app/presence";
import { SAVES } from "@/app/save-key";
import { KeptNotice } from "@/drafts/KeptNotice";
import { OthersChanging } from "@/parts/Others";
import { Section } from "@/parts/Section";
import { useSoughtField } from "../release/field";
import { Cell, type Property, Relation } from "./cells";
import { changeCount, currentValue, NOTHING, relatedOf, STEREOTYPE } from "./draft";
import classes from "./Element.module.css";
import { useGuard } from "./guard";
import { LockedNotice } from "./LockedNotice";
import { MeanwhileNotice } from "./MeanwhileNotice";
import { ServerSet } from "./ServerSet";
import { useSaving } from "./saving";
import { Texts } from "./Texts";
import { useDraft } from "./useDraft";

const ConflictForm = lazy(() => import("./ConflictForm"));

interface Properties {
  facet: string;
  element: Element;
  etag: string | null;
  info?: ElementInfo;
}

export function Form({ facet, element, etag, info }: Properties) {
  const { t } = useTranslation("element");
  const { data } = useSuspenseQuery(queries.config(facet, "detail"));
  const summary = useTypes().get(element.type);
  const canEdit = info !== undefined && !info.isReadOnly;
  const { draft: typed, kept, edit } = useDraft(element);
  const draft = canEdit ? typed : NOTHING;
  const isLocked = info?.isReadOnly === true && kept.value !== null && kept.value.versionId === element.versionId;
  const saving = useSaving(facet, { element, etag }, kept);
  const count = changeCount(draft);
  const discard = () => kept.set(null);
  useChanging(element.id, count > 0);
  useGuard(count > 0, kept.isKept);
  // The texts are there at once; all else, which takes longer, is drawn behind them.
  const isWhole = useDeferredValue(true, false);
  useSoughtField(info !== undefined && isWhole);
  const all: Property[] = data.find((each) => each.key === element.type)?.properties ?? [];
  const properties = all.filter((each) => !summary?.forPrograms.includes(each.key));
  const isFixed = (each: Property) => !isStereotype(each) && (summary?.readOnly.includes(each.key) ?? false);
  const open = properties.filter((each) => !isFixed(each));
  const texts = open.filter((each) => "attribute" in each && !each.attribute.isInvariantCulture) as AttributeProperty[];
  const facts = open.filter((each) => "attribute" in each && each.attribute.isInvariantCulture) as AttributeProperty[];
  const related = open.filter((each) => "related" in each) as RelatedProperty[];
  const set = filled(properties.filter(isFixed), element);
  const shared = {
    element,
    draft,
    setDraft: canEdit ? edit : undefined,
    findings: saving.findings,
    mandatory: summary?.mandatory ?? [],
  };
  return (
    <>
      <div className={classes.body}>
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
        {canEdit && <KeptNotice kept={kept} discard={discard} />}
        {canEdit && <MeanwhileNotice facet={facet} element={element} kept={kept} />}
        {canEdit && <OthersChanging element={element.id} />}
        {isLocked && <LockedNotice facet={facet} type={element.type} kept={kept} />}
        {texts.length > 0 && <Texts properties={texts} {...shared} />}
        {isWhole && facts.length > 0 && (
          <Section title={t("group.facts")}>
            <div className={classes.facts}>
              {facts
                .filter((each) => canEdit || currentValue(element, draft, each.key, 127) !== null)
                .map((each) => (
                  <Cell key={each.key} property={each} culture={127} {...shared} />
                ))}
            </div>
          </Section>
        )}
        {isWhole && related.length > 0 && (
          <Section title={t("group.related")}>
            <div className={classes.facts}>
              {related
                .filter((each) => canEdit || relatedOf(element, draft, each.key).length > 0)
                .map((each) => (
                  <Relation key={each.key} property={each} {...shared} />
                ))}
            </div>
          </Section>
        )}
        {isWhole && set.length > 0 && <ServerSet properties={set} element={element} />}
      </div>
      {canEdit && (
        <div className={`${classes.save} fs-no-print`}>
          <span className="fs-count" aria-live="polite">
            {count === 0 ? t("noChanges") : t("unsaved", { count })}
          </span>
          <Group ml="auto" gap="xs" wrap="nowrap">
            <Button variant="default" disabled={count === 0} onClick={discard}>
              {t("discard")}
            </Button>
            <Button {...SAVES} disabled={count === 0} loading={saving.isPending} onClick={() => saving.save()}>
              {t("save")}
            </Button>
          </Group>
        </div>
      )}
    </>
  );
}

/** The stereotype is derived, and still chosen here, if the type has any. */
function isStereotype(property: Property): boolean {
  return property.key === STEREOTYPE && "attribute" in property && !!property.attribute.selectableValues?.length;
}

function filled(properties: Property[], element: Element): Property[] {
  return properties.filter((each) =>
    "attribute" in each ? element.attributes?.[each.key] : element.related?.[each.key]?.length,
  );
}
