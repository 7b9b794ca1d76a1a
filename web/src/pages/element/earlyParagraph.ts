const ESCAPED: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", "\n": "<br />" };

/** Blocks with a plain text as one more paragraph at their end. */
export function withParagraph(blocks: string, text: string): string {
  return `${blocks}<p>${text.replace(/[&<>\n]/g, (letter) => ESCAPED[letter] ?? letter)}</p>`;
}
