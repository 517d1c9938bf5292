import { h, showItems } from './dom.js';
import { timeOf } from './format.js';

/** One line of a list. */
export interface Row {
  readonly key: string;
  readonly mood: 'good' | 'bad' | 'busy' | 'quiet';
  /** The state in a word, for those who see no colours. */
  readonly state: string;
  readonly at: string;
  /** The kind of the row, such as the method of a request. */
  readonly kind: string;
  readonly title: string;
  readonly note?: string;
  readonly took?: string;
  /** A URL that opens in a new tab, in a list without details. */
  readonly href?: string;
}

export interface RowList {
  readonly node: HTMLElement;
  show(rows: readonly Row[]): void;
  /** Marks the row whose details are open, and sets where each row leads. */
  link(openKey: string | undefined, hrefOf: (key: string) => string): void;
  focus(key: string): void;
}

/** The rows of a list. With details, each is a link, and the arrow keys go from one to the next. */
export function rowList(hasDetails: boolean): RowList {
  const node = h('ul', { class: 'rows', keydown: moveFocus });

  function moveFocus(event: Event): void {
    const { key } = event as KeyboardEvent;
    if (key !== 'ArrowDown' && key !== 'ArrowUp') return;
    const links = [...node.querySelectorAll('a')];
    const focusIndex = links.findIndex((link) => link.matches(':focus'));
    const next = links[focusIndex + (key === 'ArrowDown' ? 1 : -1)];
    if (!next) return;
    event.preventDefault();
    next.focus();
  }

  return {
    node,
    show: (rows) => showItems(node, rows, (row) => rowElement(row, hasDetails)),
    link(openKey, hrefOf) {
      for (const link of node.querySelectorAll('a')) {
        const key = link.parentElement?.getAttribute('data-key') ?? '';
        link.href = hrefOf(key);
        if (key === openKey) link.setAttribute('aria-current', 'true');
        else link.removeAttribute('aria-current');
      }
    },
    focus: (key) => node.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"] a`)?.focus(),
  };
}

function rowElement({ mood, state, at, kind, title, note, took, href }: Row, hasDetails: boolean): HTMLElement {
  const cells = [
    h('span', { class: `state ${mood}` }, state),
    h('span', { class: 'kind' }, kind),
    h('span', { class: 'title' }, title),
    h('span', { class: 'result' }, note ?? ''),
    h('span', { class: 'took' }, took ?? ''),
    h('time', { datetime: at }, at === '' ? '' : timeOf(at)),
  ];
  if (hasDetails) return h('li', {}, h('a', { class: mood }, ...cells));
  if (href === undefined) return h('li', {}, h('div', { class: mood }, ...cells));
  return h('li', {}, h('a', { class: mood, href, target: '_blank' }, ...cells));
}
