// The guide to the page: the same text as in our documentation (docs/how-to/use-the-page.md).
import { useLocation } from "@tanstack/react-router";
import { Fragment, type ReactNode, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { PageTitle } from "@/parts/PageTitle";
import source from "../../../../docs/how-to/use-the-page.md?raw";
import classes from "./Guide.module.css";
import { type Block, blocksOf, spansOf } from "./markdown";

const BLOCKS = blocksOf(source).filter((each) => each.kind !== "heading" || each.level > 1);
const SECTIONS = BLOCKS.filter((each) => each.kind === "heading");

export default function GuidePage() {
  const { t } = useTranslation("guide");
  const { hash } = useLocation();
  useEffect(() => document.getElementById(hash)?.scrollIntoView(), [hash]);
  return (
    <div className="fs-page">
      <PageTitle>{t("title")}</PageTitle>
      {/* The text is English in every language of the page. */}
      <article className={`fs-card ${classes.text}`}>
        <nav aria-label={t("contents")} lang="en">
          <ul>
            {SECTIONS.map(({ id, text }) => (
              <li key={id}>
                <a className="fs-link" href={`#${id}`}>
                  {text}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div lang="en">
          {BLOCKS.map((block, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a text never change
            <BlockText key={at} block={block} />
          ))}
        </div>
      </article>
    </div>
  );
}

function BlockText({ block }: { block: Block }): ReactNode {
  if (block.kind === "heading") return <h2 id={block.id}>{inline(block.text)}</h2>;
  if (block.kind === "text") return <p>{inline(block.text)}</p>;
  if (block.kind === "table") return <TableText head={block.head} rows={block.rows} />;
  const items = block.items.map((each) => <li key={each}>{inline(each)}</li>);
  return block.isOrdered ? <ol>{items}</ol> : <ul>{items}</ul>;
}

function TableText({ head, rows }: { head: string[]; rows: string[][] }) {
  return (
    <table>
      <thead>
        <tr>
          {head.map((each) => (
            <th key={each} scope="col">
              {inline(each)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([first = "", ...others]) => (
          <tr key={first}>
            <th scope="row">{inline(first)}</th>
            {others.map((each) => (
              <td key={each}>{inline(each)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const inline = (text: string): ReactNode =>
  spansOf(text).map(({ kind, text: words }, at) => {
    const Tag = kind === "text" ? Fragment : kind;
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text never change
    return <Tag key={at}>{words}</Tag>;
  });
