// The filter that finds what is not translated: the same elements that the service counts.
import type { TypeSummary } from "@/api/types.gen";
import { quoted } from "@/pages/list/filter-text";

type Translated = Pick<TypeSummary, "key" | "translatedLabel" | "translatedMandatory">;

/** Elements of some types that lack a name or a mandatory text in a culture; undefined where none can. */
export function missingFilter(types: readonly Translated[], culture: number): string | undefined {
  const tests = [...new Set(types.map((each) => testOf(each, culture)))].filter(Boolean);
  const parts = tests.map((test) => {
    const those = types.filter((each) => testOf(each, culture) === test);
    const among = `type -in (${those.map((each) => quoted(each.key)).join(",")})`;
    return those.length === types.length ? test : `(${among} AND (${test}))`;
  });
  return parts.length === 0 ? undefined : parts.join(" OR ");
}

/** No part of the name is there, or one of the mandatory texts is not. */
function testOf({ translatedLabel, translatedMandatory }: Translated, culture: number): string {
  const isNull = (name: string) => `IsNull(${name}/${culture})`;
  const names = translatedLabel.map(isNull).join(" AND ");
  const others = translatedMandatory.filter((each) => translatedLabel.length !== 1 || each !== translatedLabel[0]);
  return [translatedLabel.length > 1 ? `(${names})` : names, ...others.map(isNull)].filter(Boolean).join(" OR ");
}
