import { useParams } from "@tanstack/react-router";
import { useTypes } from "@/api/hooks";
import { isEmbedded } from "@/app/framing";
import { ElementPanel } from "./ElementPanel";
import { Embedded } from "./Embedded";
import { TranslatingBar } from "./TranslatingBar";

/** An element as a page of its own. Links may call the facet by its other name. */
export default function ElementPage() {
  const { facet: name, id } = useParams({ from: "/elements/$facet/$id" });
  const facet = useTypes().facet(name);
  if (isEmbedded) return <Embedded key={id} facet={facet} id={id} />;
  return (
    <div className="fs-page" style={{ paddingBottom: 0 }}>
      <TranslatingBar facet={facet} id={id} />
      <ElementPanel key={id} facet={facet} id={id} isPage />
    </div>
  );
}
