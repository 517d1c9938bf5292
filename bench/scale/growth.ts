import type { Row } from '../table.js';

/** What something costs with a number of pages, followers or monitors. */
export interface Cost {
  readonly size: number;
  readonly cost: number;
}

/** How a cost grows with the size, in a word: by the power of the size that the first and the last cost tell. */
function growthOf(costs: readonly Cost[]): string {
  const [first, last] = [costs[0], costs.at(-1)];
  if (!first || !last || first.size === last.size) return '';
  const power = Math.log(Math.max(last.cost, 0.01) / Math.max(first.cost, 0.01)) / Math.log(last.size / first.size);
  if (power < 0.3) return 'flat';
  return power <= 1.2 ? 'linear' : 'worse';
}

/** A row with the cost of each size. */
export function growthRow(what: string, unit: string, costs: readonly Cost[]): Row {
  const list = costs.map(({ size, cost }) => `${size.toLocaleString('en')}: ${rounded(cost)} ${unit}`);
  const growth = growthOf(costs);
  const target = growth === '' ? undefined : { words: 'flat or linear', isMet: growth !== 'worse' };
  return { what, ours: list.join(', '), theirs: growth, ...(target && { target }) };
}

export function rounded(value: number): string {
  return value < 10 ? value.toFixed(1) : Math.round(value).toLocaleString('en');
}
