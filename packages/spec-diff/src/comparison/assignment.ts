/**
 * Assigns each row of a table to at most one column, so that the sum of the scores is as large as it can be (the
 * Hungarian method). A pair without a score above zero is not assigned.
 *
 * @returns The column of each row; -1 where it has none.
 */
export function bestAssignment(scores: readonly (readonly number[])[]): number[] {
  const size = Math.max(scores.length, scores[0]?.length ?? 0);
  const score = (row: number, column: number) => scores[row]?.[column] ?? 0;
  // The usual notation counts from one. Row and column zero stand for "not yet assigned".
  const rowPotential = new Array<number>(size + 1).fill(0);
  const columnPotential = new Array<number>(size + 1).fill(0);
  const rowOf = new Array<number>(size + 1).fill(0);
  const previous = new Array<number>(size + 1).fill(0);
  const read = (list: readonly number[], index: number) => list[index] ?? 0;

  for (let row = 1; row <= size; row++) {
    rowOf[0] = row;
    const slack = new Array<number>(size + 1).fill(Number.POSITIVE_INFINITY);
    const isVisited = new Array<boolean>(size + 1).fill(false);
    let column = 0;
    while (read(rowOf, column) !== 0) {
      isVisited[column] = true;
      const current = read(rowOf, column);
      let [smallest, next] = [Number.POSITIVE_INFINITY, 0];
      for (let other = 1; other <= size; other++) {
        if (isVisited[other]) continue;
        const reduced = -score(current - 1, other - 1) - read(rowPotential, current) - read(columnPotential, other);
        if (reduced < read(slack, other)) {
          slack[other] = reduced;
          previous[other] = column;
        }
        if (read(slack, other) < smallest) {
          smallest = read(slack, other);
          next = other;
        }
      }
      for (let other = 0; other <= size; other++) {
        if (isVisited[other]) {
          rowPotential[read(rowOf, other)] = read(rowPotential, read(rowOf, other)) + smallest;
          columnPotential[other] = read(columnPotential, other) - smallest;
        } else slack[other] = read(slack, other) - smallest;
      }
      column = next;
    }
    while (column !== 0) {
      rowOf[column] = read(rowOf, read(previous, column));
      column = read(previous, column);
    }
  }

  const columns = new Array<number>(scores.length).fill(-1);
  for (let column = 1; column <= size; column++) {
    const row = read(rowOf, column) - 1;
    if (row < scores.length && score(row, column - 1) > 0) columns[row] = column - 1;
  }
  return columns;
}
