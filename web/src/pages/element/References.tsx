import type { Element, Reference } from "@/api/types.gen";
import { ElementLink } from "@/parts/ElementLink";
import { StateBadge } from "@/parts/StateBadge";
import { TypeDot } from "@/parts/TypeDot";
import classes from "./Element.module.css";

/** Elements one below the other, by name, with where they stand. */
export function References({ references }: { references: (Reference | Element)[] }) {
  return (
    <ul className={classes.rows}>
      {references.map((each) => (
        <li key={each.id}>
          <TypeDot type={each.type} />
          <ElementLink to={each} />
          {each.state && <StateBadge state={each.state} />}
        </li>
      ))}
    </ul>
  );
}
