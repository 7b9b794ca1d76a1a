// What is new in the storage is taken here, from the stream or asked for: the queries that show it are fetched again, and no others.
import type { Query, QueryClient } from "@tanstack/react-query";
import * as queries from "@/api/queries";
import { read } from "@/api/requests";
import type { LiveChange, LiveChanges } from "@/api/types.gen";
import { isConcerned, mayNotify } from "./concerned";

/** Notices come about a second after what they are about. */
const NOTICES_MS = 1500;
/** How many changes are remembered: each comes by the stream, and once more to a page that has asked for it. */
const MOST_KNOWN = 1000;

/** What a page knows of the storage. */
export class News {
  private place = "now";
  private rights: string | undefined;
  private known = new Set<string>();
  private leaving = new Set<string>();
  private waiting: LiveChanges[] = [];
  private last: Promise<void> = Promise.resolve();

  constructor(private readonly client: QueryClient) {}

  /** Behind what to go on. */
  get after(): string {
    return this.place;
  }

  /** Begins behind a revision, unless it has begun. */
  begin(revision: number): void {
    if (this.place === "now") this.place = String(revision);
  }

  isBehind(revision: number): boolean {
    return this.place !== "now" && revisionOf(this.place) < revision;
  }

  /** Fetches what shows the changes again. Those that come meanwhile are taken together, when that is done. */
  take(news: LiveChanges): Promise<void> {
    this.waiting.push(news);
    this.last = this.last.then(() => this.fetchAgain(this.waiting.splice(0)));
    return this.last;
  }

  /** Asks what is new. Where that is refused, all is fetched again. */
  async ask(): Promise<void> {
    try {
      await this.take(await read("/rest/live", { query: { after: this.place } }));
    } catch {
      this.place = "now";
      await this.fetchAll();
    }
  }

  /** After a write to an element: fetches again what shows it. If the service says nothing of it, all is fetched again. */
  async show(id: string): Promise<void> {
    await this.ask();
    const isKnown = [...this.known].some((each) => each.includes(`.${id}.`));
    if (!isKnown) await this.fetchAll();
  }

  /** While elements are being deleted, nothing is asked of them again, whatever is said of what stood below them. */
  async deleting(ids: readonly string[], work: () => Promise<void>): Promise<void> {
    for (const id of ids) this.leaving.add(id);
    try {
      await work();
      await this.ask();
    } finally {
      for (const id of ids) this.leaving.delete(id);
    }
  }

  fetchAll(): Promise<void> {
    return this.client.invalidateQueries({ predicate: ({ queryKey }) => queries.isData(queryKey) });
  }

  private async fetchAgain(batch: LiveChanges[]): Promise<void> {
    const last = batch.at(-1);
    if (last === undefined) return;
    const isAll = batch.some((each) => each.all || (this.rights !== undefined && each.rights !== this.rights));
    const changes = batch.flatMap(({ changed }) => changed).filter(({ event }) => !this.known.has(event));
    const isFurther = revisionOf(last.next) > revisionOf(this.place);
    this.remember(last, changes);
    if (isAll) await this.fetchAll();
    else if (changes.length > 0) await this.fetchConcerned(changes);
    else if (isFurther) await this.ageUnseen();
  }

  private remember({ next, rights }: LiveChanges, changes: LiveChange[]): void {
    if (this.place === "now" || revisionOf(next) >= revisionOf(this.place)) this.place = next;
    this.rights = rights;
    for (const { event } of changes) this.known.add(event);
    for (const each of [...this.known].slice(0, -MOST_KNOWN)) this.known.delete(each);
  }

  private async fetchConcerned(changes: LiveChange[]): Promise<void> {
    const deleted = changes.filter(({ kind }) => kind === "element.deleted").map(({ id }) => id);
    const gone = [...deleted, ...this.leaving];
    const predicate = ({ queryKey, state }: Query) =>
      queries.isData(queryKey) &&
      !gone.some((id) => queryKey.includes(id)) &&
      (state.data === undefined
        ? state.fetchStatus === "fetching"
        : isConcerned({ key: queryKey, data: state.data }, changes));
    if (mayNotify(changes)) {
      setTimeout(() => void this.client.invalidateQueries({ queryKey: ["data", "notices"] }), NOTICES_MS);
    }
    await this.client.invalidateQueries({ predicate });
  }

  /** Something has changed that this user may only name, or not even that: what is not on the screen is asked for when it is shown. */
  private ageUnseen(): Promise<void> {
    return this.client.invalidateQueries({
      predicate: (query) => queries.isData(query.queryKey) && query.getObserversCount() === 0,
      refetchType: "none",
    });
  }
}

const revisionOf = (place: string): number => Number.parseInt(place, 10) || 0;
