// All about what is chosen: the step with its fields, relations and texts, or the process itself.
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { labelOf, useTypes } from "@/api/hooks";
import * as queries from "@/api/queries";
import type { Element } from "@/api/types.gen";
import { useCulture } from "@/app/preferences";
import { Boundary } from "@/parts/Boundary";
import { Failure } from "@/parts/Failure";
import { Loading } from "@/parts/Loading";
import { TypeDot, TypeName } from "@/parts/TypeDot";
import { useIsPast } from "@/time/moment";
import { Form } from "../element/Form";
import { ReadView } from "../element/ReadView";
import { SavedHere } from "../element/saving";
import classes from "./Workspace.module.css";

interface Properties {
  process: Element;
  /** What the chosen shape shows; undefined: nothing is chosen. */
  chosen: { id: string; type: string; shape: string } | undefined;
  /** Of the shape. */
  openThreads: number | undefined;
  /** Called with each change that was stored, by its revision; what is not part of the process is undone by itself. */
  noted: (revision: number, of?: Place) => void;
}

interface Place {
  facet: string;
  id: string;
}

export function Details({ process, chosen, openThreads, noted }: Properties) {
  const { t } = useTranslation("workspace");
  const types = useTypes();
  const facet = types.facetOf(chosen?.type ?? "");
  const isStep = chosen && facet !== "" && chosen.id !== process.id;
  const place = isStep ? { facet, id: chosen.id } : { facet: process.facetName, id: process.id };
  const isOwn = !isStep || types.get(chosen.type)?.isFlow;
  const params = { facet: process.facetName, id: process.id };
  return (
    <>
      {chosen && openThreads !== undefined && (
        <Link
          className={`fs-link ${classes.asked}`}
          to="/elements/$facet/$id"
          params={params}
          search={(before) => ({
            culture: (before as { culture?: number }).culture,
            tab: "comments",
            shape: chosen.shape,
          })}
        >
          {t("openThreads", { count: openThreads })}
        </Link>
      )}
      <SavedHere.Provider value={(revision) => noted(revision, isOwn ? undefined : place)}>
        <Chosen key={place.id} {...place} />
      </SavedHere.Provider>
      {!isStep && <p className={classes.hint}>{t("nothingChosen")}</p>}
    </>
  );
}

function Chosen({ facet, id }: Place) {
  const found = useQuery(queries.element(facet, id));
  const { data: info } = useQuery(queries.elementInfo(facet, "detail", id));
  const isPast = useIsPast();
  if (found.error && found.data === undefined) return <Failure error={found.error} retry={() => found.refetch()} />;
  if (found.data === undefined || info === undefined) return <Loading lines={6} />;
  const { element, etag } = found.data;
  return (
    <>
      <Heading element={element} />
      <Boundary>
        {isPast || info === null || info.isReadOnly ? (
          <ReadView facet={facet} element={element} />
        ) : (
          <Form facet={facet} element={element} etag={etag} info={info} />
        )}
      </Boundary>
    </>
  );
}

function Heading({ element }: { element: Element }) {
  const { t } = useTranslation("workspace");
  const types = useTypes();
  const label = labelOf(types, element, useCulture());
  const params = { facet: element.facetName, id: element.id };
  return (
    <div className={classes.heading}>
      <TypeDot type={element.type} /> <TypeName type={element.type} />
      <Link
        className="fs-link"
        to="/elements/$facet/$id"
        params={params}
        search={(before) => ({ culture: (before as { culture?: number }).culture, tab: "usages" })}
      >
        {t("ownPage", { name: label })}
      </Link>
    </div>
  );
}
