/** Arrays in arrays: whatever goes to another thread is copied by recursion. */
export type Nested = Nested[];

export function nest(levels: number): Nested {
  let nested: Nested = [];
  for (let level = 1; level < levels; level++) nested = [nested];
  return nested;
}
