// A formatted text as readers see it. A link to an element of this storage goes there inside the page.
import { useRouter } from "@tanstack/react-router";
import { type MouseEvent, useMemo } from "react";
import { elementIn } from "./html";
import { safeHtml } from "./safeHtml";

interface Properties {
  /** As an html attribute holds it. */
  value: string;
  of?: { element: string; version: string };
  lang?: string;
  className?: string;
}

export function Prose({ value, of, lang, className }: Properties) {
  const html = useMemo(() => safeHtml(value, of), [value, of]);
  return <CleanProse html={html} lang={lang} className={className} />;
}

/** The same of markup that is clean already. */
export function CleanProse({ html, lang, className }: { html: string; lang?: string; className?: string }) {
  const router = useRouter();
  const follow = (event: MouseEvent) => {
    const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
    const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
    const to = elementIn(link?.getAttribute("href") ?? "");
    if (!isPlain || event.defaultPrevented || to === null) return;
    event.preventDefault();
    const search = (before: { culture?: number }) => (before.culture === undefined ? {} : { culture: before.culture });
    void router.navigate({ to: "/elements/$facet/$id", params: to, search });
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only links in it are clicked, and they work by keys, too
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click
    <div
      className={className}
      lang={lang}
      onClick={follow}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned by the service, and once more by safeHtml
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
