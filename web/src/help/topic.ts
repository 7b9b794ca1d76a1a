// What help says of a screen: the form of its texts, in every language.

/** One screen as help describes it. */
export interface Topic {
  title: string;
  /** What the screen is for. */
  about: string;
  /** What every user can do here. */
  can: readonly string[];
  /** What editors can do here besides. */
  edit?: readonly string[];
  /** Keys, and what they do. */
  keys?: Readonly<Record<string, string>>;
  /** Keys for editors. */
  editKeys?: Readonly<Record<string, string>>;
}
