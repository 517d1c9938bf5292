/** Arrays in arrays. Messages to another thread are copied recursively. */
export type Nested = Nested[];

export function nest(levels: number): Nested {
  let nested: Nested = [];
  for (let level = 1; level < levels; level++) nested = [nested];
  return nested;
}
