/** A path in which the same segments stand so often in a row leads to itself: nobody lays out a site like that. */
const MOST_REPEATS = 3;

/**
 * Whether the path of a URL repeats some of its segments over and over, such as `/docs/en/docs/en/docs/en/docs/en/`. Servers that
 * show the same page at every path below it, with a relative link, have such paths without end.
 */
export function isPathLoop({ pathname }: URL): boolean {
  const segments = pathname.split('/').filter(Boolean);
  for (let length = 1; length * (MOST_REPEATS + 1) <= segments.length; length += 1) {
    let same = 0;
    for (const [index, segment] of segments.entries()) {
      same = segment === segments[index - length] ? same + 1 : 0;
      if (same >= length * MOST_REPEATS) return true;
    }
  }
  return false;
}
