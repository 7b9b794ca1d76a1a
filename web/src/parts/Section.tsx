import { Group } from "@mantine/core";
import { createContext, type ReactNode, useContext } from "react";
import classes from "./Section.module.css";

const Level = createContext<2 | 3>(2);

export const SectionLevelContext = Level;

/** Says at which level the headings of sections stand: below the heading of the page, or below that of a panel in it. */
export const SectionLevel = Level.Provider;

/** A part of a page under a quiet heading. */
export function Section({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  const Heading = useContext(Level) === 2 ? "h2" : "h3";
  return (
    <section className={classes.section}>
      <Group className={classes.head} justify="space-between" wrap="nowrap">
        <Heading>{title}</Heading>
        {aside}
      </Group>
      {children}
    </section>
  );
}
