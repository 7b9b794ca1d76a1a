// What is typed before the editor of formatted texts has loaded. It goes to the draft at once, as a paragraph at the end, where the
// editor then goes on: neither a slow connection nor an editor that cannot be loaded loses it.
import { Textarea } from "@mantine/core";
import { useState } from "react";
import { blocks, declared } from "@/parts/html";
import { withParagraph } from "./earlyParagraph";

interface Properties {
  name: string;
  value: string;
  lang?: string;
  change: (value: string) => void;
}

export function EarlyText({ name, value, lang, change }: Properties) {
  const [before] = useState(value);
  const [text, setText] = useState("");
  const write = (typed: string) => {
    setText(typed);
    change(typed === "" ? before : declared(withParagraph(blocks(before), typed)));
  };
  return (
    <Textarea
      aria-label={name}
      lang={lang}
      autoFocus
      autosize
      minRows={3}
      value={text}
      onChange={(event) => write(event.currentTarget.value)}
    />
  );
}
