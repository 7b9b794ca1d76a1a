// One value of two versions as a row.
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { AttributeProperty, RelatedProperty, ValueChange } from "@/api/types.gen";
import { cultureName } from "@/app/preferences";
import { kindOf } from "./difference";
import { Sign } from "./Sign";
import { Values } from "./Values";

interface Properties {
  name: string;
  property?: AttributeProperty | RelatedProperty;
  culture: number;
  change: ValueChange;
  /** Ticks the change. */
  tick?: ReactNode;
}

export function ValueRow({ name, property, culture, change, tick }: Properties) {
  const { i18n } = useTranslation();
  const kind = kindOf(change);
  const rule = property !== undefined && "attribute" in property ? property.attribute : undefined;
  const shared = { name, rule, culture, change };
  return (
    <tr data-change={kind}>
      {tick && <td>{tick}</td>}
      <th scope="row">
        <Sign kind={kind} /> {name}
        {culture !== 127 && <small>{cultureName(culture, i18n.language)}</small>}
      </th>
      <td data-side="from">
        <Values {...shared} side="from" />
      </td>
      <td data-side="to">
        <Values {...shared} side="to" />
      </td>
    </tr>
  );
}
