// Who else has the same element open. This window says where it is when that changes; its stream names all who open or leave it.
import { skipToken, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { sayPlace } from "@/api/presence";
import type { LiveChanges, PresentUser } from "@/api/types.gen";
import { thisWindow } from "@/drafts/windows";
import { isEmbedded } from "./framing";
import { queryClient } from "./query-client";

/** A user who goes through a list is at what stays open. */
const WAIT_MS = 300;
/** Without a stream, a window is forgotten after 30 seconds. */
const AGAIN_MS = 10_000;
const FORGOTTEN_MS = 20_000;

const NO_OTHERS: PresentUser[] = [];
const keyOf = (element: string) => ["present", element];

export class Presence {
  private element: string | undefined;
  private shape: string | undefined;
  private readonly changed = new Set<string>();
  private said: string | undefined;
  private saidAt = 0;
  private isLive = false;
  private isSeen = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private last: Promise<void> = Promise.resolve();

  enter(element: string): void {
    this.element = element;
    this.soon();
  }

  leave(element: string): void {
    if (this.element !== element) return;
    this.element = undefined;
    this.shape = undefined;
    queryClient.removeQueries({ queryKey: keyOf(element) });
    this.soon();
  }

  /** Says whether a form or a script has changes that are not saved. */
  edit(what: string, isChanged: boolean): void {
    if (isChanged) this.changed.add(what);
    else this.changed.delete(what);
    this.soon();
  }

  at(shape: string | undefined): void {
    this.shape = shape;
    this.soon();
  }

  /** Whether the stream is open, which keeps the window present. */
  live(isLive: boolean): void {
    if (isLive && !this.isLive && this.saidAt < Date.now() - FORGOTTEN_MS) this.said = undefined;
    this.isLive = isLive;
    this.soon();
  }

  /** Whether the user lets others see where the window is. Until that is known, and otherwise, nothing is said, and no others are shown. */
  show(isSeen: boolean): void {
    this.isSeen = isSeen;
    if (!isSeen && this.element !== undefined) queryClient.removeQueries({ queryKey: keyOf(this.element) });
    this.soon();
  }

  take({ elementId, values }: NonNullable<LiveChanges["present"]>): void {
    if (this.isSeen && elementId === this.element) queryClient.setQueryData(keyOf(elementId), values);
  }

  soon(wait = WAIT_MS): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.say(), wait);
  }

  private say(): void {
    const element = document.hidden || !this.isSeen ? undefined : this.element;
    const { shape: shapeId } = this;
    const place = element !== undefined && { elementId: element, isEditing: this.changed.size > 0, shapeId };
    const body = { window: thisWindow, ...place };
    const words = JSON.stringify(body);
    const mustRepeat = element !== undefined && !this.isLive;
    if (mustRepeat) this.soon(AGAIN_MS);
    if (words === (this.said ?? JSON.stringify({ window: thisWindow })) && !(mustRepeat && this.isDue())) return;
    this.said = words;
    this.saidAt = Date.now();
    this.last = this.last.then(() => this.send(body));
  }

  private isDue(): boolean {
    return this.saidAt <= Date.now() - AGAIN_MS;
  }

  private async send(body: Parameters<typeof sayPlace>[0]): Promise<void> {
    try {
      const values = await sayPlace(body);
      if (body.elementId) this.take({ elementId: body.elementId, values });
    } catch {
      this.said = undefined; // it is said with the next change
    }
  }
}

export const presence = new Presence();
if (!isEmbedded && typeof document !== "undefined") {
  document.addEventListener("visibilitychange", () => presence.soon());
}

/** The window has an element open, as long as this is shown; undefined: none that others are shown at. */
export function useBeingAt(element: string | undefined): void {
  useEffect(() => {
    if (element === undefined || isEmbedded) return;
    presence.enter(element);
    return () => presence.leave(element);
  }, [element]);
}

/** The window has changes that are not saved. */
export function useChanging(what: string, isChanged: boolean): void {
  useEffect(() => {
    if (!isChanged) return;
    presence.edit(what, true);
    return () => presence.edit(what, false);
  }, [what, isChanged]);
}

/** The window is at a shape of the diagram of its element. */
export function useBeingAtShape(shape: string | undefined): void {
  useEffect(() => {
    presence.at(shape);
    return () => presence.at(undefined);
  }, [shape]);
}

/** The other users who have an element open. */
export function useOthers(element: string): PresentUser[] {
  return useQuery<PresentUser[]>({ queryKey: keyOf(element), queryFn: skipToken }).data ?? NO_OTHERS;
}
