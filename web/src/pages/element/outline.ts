// The headings of a formatted text: below the heading of the property that it is the text of, each with a place to go to.

export interface Heading {
  id: string;
  text: string;
  /** 1 for the highest of its text. */
  depth: number;
}

export interface Outlined {
  html: string;
  headings: Heading[];
}

const LOWEST = 6;

/** Clean markup with its headings moved below `level`, and no level left out on the way down. */
export function outlined(html: string, level: number, prefix: string): Outlined {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  const headings: Heading[] = [];
  const above: number[] = [];
  for (const old of [...body.querySelectorAll("h1, h2, h3, h4, h5, h6")]) {
    const rank = Number(old.tagName.slice(1));
    while (above.length > 0 && (above.at(-1) ?? 0) >= rank) above.pop();
    above.push(rank);
    const heading = body.ownerDocument.createElement(`h${Math.min(level + above.length, LOWEST)}`);
    if (old.className !== "") heading.className = old.className;
    heading.append(...old.childNodes);
    old.replaceWith(heading);
    const text = heading.textContent?.trim() ?? "";
    if (text === "") continue;
    heading.id = `${prefix}-${headings.length + 1}`;
    headings.push({ id: heading.id, text, depth: above.length });
  }
  return { html: body.innerHTML, headings };
}
