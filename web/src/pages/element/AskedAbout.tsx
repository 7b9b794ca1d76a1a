// A request to the user about the version in force: confirm it here, or open it where another version is shown.
import { Alert, Button, Group, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { LucideIcon } from "lucide-react";
import type { Element } from "@/api/types.gen";
import { keepCulture } from "@/parts/ElementLink";

interface Asked {
  element: Element;
  versionId: string;
  icon: LucideIcon;
  confirming: { isPending: boolean; mutate: (versionId: string) => void };
  words: { ask: string; confirm: string; open: string };
}

/** Says whether the version in force is the one that is shown. */
export function showsVersion(element: Element, versionId: string): boolean {
  return versionId === (element.versionId ?? element.id);
}

export function AskedAbout({ element, versionId, icon: Icon, confirming, words }: Asked) {
  return (
    <Alert variant="light" icon={<Icon size={18} aria-hidden />} className="fs-no-print" p="xs" mb="sm">
      <Group justify="space-between" gap="xs">
        <Text size="sm">{words.ask}</Text>
        {showsVersion(element, versionId) ? (
          <Button size="compact-sm" loading={confirming.isPending} onClick={() => confirming.mutate(versionId)}>
            {words.confirm}
          </Button>
        ) : (
          <Link
            className="fs-link"
            to="/elements/$facet/$id"
            params={{ facet: element.facetName, id: versionId }}
            search={keepCulture}
          >
            {words.open}
          </Link>
        )}
      </Group>
    </Alert>
  );
}
