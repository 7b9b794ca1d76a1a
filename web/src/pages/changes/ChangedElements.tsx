// The elements that changed, each to be opened to what differs.
import { Badge, Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { inCulture } from "@/api/hooks";
import { useCulture } from "@/app/preferences";
import { ElementLink } from "@/parts/ElementLink";
import { dayOf } from "@/parts/moment";
import { TypeDot } from "@/parts/TypeDot";
import { wordsOf } from "@/parts/words";
import { Sign } from "../compare/Sign";
import classes from "./Changes.module.css";
import { Differences } from "./Differences";
import type { Changed } from "./found";

const AT_ONCE = 100;

export function ChangedElements({ found }: { found: Changed[] }) {
  const { t } = useTranslation("changes");
  const [shown, setShown] = useState(AT_ONCE);
  if (found.length === 0) return null;
  return (
    <>
      <ul className={classes.elements} aria-label={t("elements")}>
        {found.slice(0, shown).map((each) => (
          <li key={each.id}>
            <ChangedElement changed={each} />
          </li>
        ))}
      </ul>
      {found.length > shown && (
        <Button variant="default" onClick={() => setShown(shown + AT_ONCE)}>
          {t("more", { count: found.length - shown })}
        </Button>
      )}
    </>
  );
}

function ChangedElement({ changed }: { changed: Changed }) {
  const { t } = useTranslation("changes");
  const culture = useCulture();
  const [isOpen, setOpen] = useState(false);
  const name = inCulture(changed.name, culture) ?? t("unnamed");
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <Sign kind={changed.kind} />
        <TypeDot type={changed.type} />
        <strong>{name}</strong>
        {changed.renamed && <Badge variant="light">{t("renamed")}</Badge>}
        {changed.moved && <Badge variant="light">{t("moved")}</Badge>}
        {changed.permissions && <Badge variant="light">{t("permissions")}</Badge>}
      </summary>
      {isOpen && (
        <div className={classes.opened}>
          {changed.kind !== "removed" && (
            <p>
              {t("open")} <ElementLink to={{ facetName: changed.facetName, id: changed.id, type: changed.type }} />
            </p>
          )}
          <Releases changed={changed} />
          <Differences changed={changed} />
        </div>
      )}
    </details>
  );
}

function Releases({ changed: { releases } }: { changed: Changed }) {
  const { t } = useTranslation("changes");
  const culture = useCulture();
  if (!releases?.length) return null;
  return (
    <ul className={classes.releases} aria-label={t("releases")}>
      {releases.map((each) => (
        <li key={each.versionId}>
          <strong>{each.version}</strong> {dayOf(each.releasedOn)} {inCulture(each.releasedBy?.name, culture)}
          {each.reason && <p>{wordsOf(String(inCulture(each.reason, culture) ?? ""))}</p>}
        </li>
      ))}
    </ul>
  );
}
