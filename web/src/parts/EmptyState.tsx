import { Stack, Text } from "@mantine/core";
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { TabTitle } from "./PageTitle";

interface Properties {
  icon: LucideIcon;
  title: string;
  /** Where nothing else is on the page, it is what the page is about. */
  isPage?: boolean;
  children?: ReactNode;
}

/** Nothing is here, why that is, and what to do about it. */
export function EmptyState({ icon: Icon, title, isPage, children }: Properties) {
  return (
    <Stack align="center" gap={6} py={48} px="md" ta="center">
      {isPage && <TabTitle>{title}</TabTitle>}
      <Icon size={30} strokeWidth={1.4} color="var(--fs-quiet)" aria-hidden />
      <Text component={isPage ? "h1" : "p"} fw={600} m={0}>
        {title}
      </Text>
      {children && (
        <Text component="div" size="sm" c="dimmed" maw={460}>
          {children}
        </Text>
      )}
    </Stack>
  );
}
