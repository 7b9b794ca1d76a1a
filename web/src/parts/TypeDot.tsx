import { inCulture, useTypes } from "@/api/hooks";
import { useWords } from "@/app/preferences";

/** The colour of a type, which its name explains. */
export function TypeDot({ type }: { type: string }) {
  const found = useTypes().get(type);
  const name = inCulture(found?.displayNames, useWords()) ?? type;
  return <span className="fs-dot" style={{ background: found?.color }} title={name} role="img" aria-label={name} />;
}

export function TypeName({ type }: { type: string }) {
  return <>{inCulture(useTypes().get(type)?.displayNames, useWords()) ?? type}</>;
}
