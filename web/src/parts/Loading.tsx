import { Skeleton, Stack, VisuallyHidden } from "@mantine/core";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";

const PATIENCE_MS = 300;

/** Placeholder lines, shown after a short delay; `aria-busy` from the beginning. */
export function Loading({ lines = 8, height = 18 }: { lines?: number; height?: number }) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!shown) return <div aria-busy hidden />;
  return (
    <Stack gap={10} p="sm" role="status" aria-busy>
      <VisuallyHidden>{t("loading")}</VisuallyHidden>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike
        <Skeleton key={line} height={height} width={`${92 - ((line * 17) % 40)}%`} />
      ))}
    </Stack>
  );
}
