/** The one after this among those that are left; after the last comes the first. One that is done is at `place` no more. */
export function nextOf(left: readonly string[], id: string, place: number): string | undefined {
  const here = left.indexOf(id);
  const after = here >= 0 ? here + 1 : place;
  const found = left[after] ?? left[0];
  return found === id ? undefined : found;
}
