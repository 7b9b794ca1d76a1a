import { useTypes } from "@/api/hooks";
import type { Snippet } from "@/api/types.gen";

/** The name of a hit with what was found in it marked; highlights count code points. */
export function Marked({ snippets, fallback }: { snippets: Snippet[]; fallback: string }) {
  const { roles } = useTypes();
  const snippet = snippets.find((each) => each.attribute === roles.name);
  return <span>{snippet === undefined ? fallback : <MarkedText snippet={snippet} />}</span>;
}

export function MarkedText({ snippet }: { snippet: Snippet }) {
  const letters = Array.from(snippet.text);
  const parts: { text: string; marked: boolean; at: number }[] = [];
  let end = 0;
  for (const [from, length] of snippet.highlights) {
    parts.push({ text: letters.slice(end, from).join(""), marked: false, at: end });
    parts.push({ text: letters.slice(from, from + length).join(""), marked: true, at: from });
    end = from + length;
  }
  parts.push({ text: letters.slice(end).join(""), marked: false, at: end });
  return parts
    .filter((part) => part.text !== "")
    .map((part) =>
      part.marked ? <mark key={part.at}>{part.text}</mark> : <span key={`${part.at}-`}>{part.text}</span>,
    );
}
