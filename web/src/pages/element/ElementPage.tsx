import { useParams } from "@tanstack/react-router";
import { useTypes } from "@/api/hooks";
import { ElementPanel } from "./ElementPanel";

/** An element as a page of its own. Links may call the facet by its other name. */
export default function ElementPage() {
  const { facet, id } = useParams({ from: "/elements/$facet/$id" });
  return (
    <div className="fs-page" style={{ paddingBottom: 0 }}>
      <ElementPanel key={id} facet={useTypes().facet(facet)} id={id} isPage />
    </div>
  );
}
