import { type Child, h } from './dom.js';
import type { Row } from './list-rows.js';

/** The filter of a list, as the address of the page has it: `text`, and `failed` for failures alone. */
export type FilterParams = URLSearchParams;

export interface FilterBar {
  readonly fields: readonly Child[];
  params(): FilterParams;
  show(params: FilterParams): void;
}

export interface FilterOptions {
  readonly title: string;
  readonly hasFailures: boolean;
  /** Called with each key that is typed. */
  onChange(): void;
}

/** The fields in which people say what of a list they want to see. */
export function filterBar({ title, hasFailures, onChange }: FilterOptions): FilterBar {
  const text = h('input', {
    type: 'search',
    placeholder: 'Filter',
    'aria-label': `Filter ${title.toLowerCase()}`,
    input: onChange,
  });
  const failuresBox = h('input', { type: 'checkbox', change: onChange });
  return {
    fields: [text, hasFailures && h('label', {}, failuresBox, 'Failed only')],
    params() {
      const params = new URLSearchParams();
      if (text.value !== '') params.set('text', text.value);
      if (failuresBox.checked) params.set('failed', '1');
      return params;
    },
    show(params) {
      // Setting the same text again would move the cursor.
      if (text.value !== textOf(params)) text.value = textOf(params);
      failuresBox.checked = params.has('failed');
    },
  };
}

export const textOf = (params: FilterParams): string => params.get('text') ?? '';

export const isFiltered = (params: FilterParams): boolean => textOf(params) !== '' || params.has('failed');

/** The rows that the filter leaves. The server has already applied the text if it searches the list itself. */
export function filteredRows(rows: readonly Row[], params: FilterParams, isSearchedByServer: boolean): Row[] {
  const text = isSearchedByServer ? '' : textOf(params).toLowerCase();
  return rows.filter((row) => {
    if (params.has('failed') && row.mood !== 'bad') return false;
    return [row.kind, row.title, row.note, row.state].join(' ').toLowerCase().includes(text);
  });
}
