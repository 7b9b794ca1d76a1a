import { Title } from "@mantine/core";
import { useDocumentTitle } from "@mantine/hooks";
import { useStorageInfo } from "@/api/hooks";

/** Names the tab of the browser, and the entry in its history, after what a page is about. */
export function TabTitle({ children: subject }: { children: string }) {
  const { title } = useStorageInfo();
  useDocumentTitle(subject === title ? `${title} · Facetstore` : `${subject} · ${title}`);
  return null;
}

/** What a page is about, as its heading and in the tab of the browser. */
export function PageTitle({ children }: { children: string }) {
  return (
    <>
      <TabTitle>{children}</TabTitle>
      <Title order={1}>{children}</Title>
    </>
  );
}
