/** How many of the first rows fit into an answer: at least one, if there is any. */
export function fittingCount(rows: readonly { readonly bytes: number }[], maxBytes: number): number {
  let total = 0;
  const excess = rows.findIndex(({ bytes }, index) => {
    total += bytes;
    return index > 0 && total > maxBytes;
  });
  return excess < 0 ? rows.length : excess;
}
