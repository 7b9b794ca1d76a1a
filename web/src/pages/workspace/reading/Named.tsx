// What a step names, as links beside each other.
import { Fragment } from "react";
import { useTypes } from "@/api/hooks";
import { ElementLink } from "@/parts/ElementLink";
import type { Named as Target } from "./steps";

export function Named({ targets }: { targets: readonly Target[] }) {
  const types = useTypes();
  return targets.map(({ id, type }, place) => (
    <Fragment key={id}>
      {place > 0 && ", "}
      <ElementLink to={{ facetName: types.facetOf(type), id, type }} />
    </Fragment>
  ));
}
