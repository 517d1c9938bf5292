import { type Source, source } from './api.js';
import { type Child, h, nodesOf, showItems } from './dom.js';
import { timeOf } from './format.js';
import { hashOf, type Route } from './route.js';
import type { Section, View } from './view.js';

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

export interface ListSection<Data, Detail> {
  readonly name: string;
  readonly title: string;
  /** The text of an empty list. */
  readonly empty: () => Child[];
  /** The URL of the list; `text` is the filter, for a list that the server filters. */
  path(text: string): string;
  readonly isSearchedByServer?: boolean;
  /** Whether the list has a filter for failures. */
  readonly hasFailures?: boolean;
  rows(data: Data): Row[];
  /** Content above the list. */
  head?(data: Data): Child[];
  /** The URL of the details of a row; undefined when there are none. */
  detailPath?(route: Route): string;
  detail?(detail: Detail, route: Route): Child[];
}

/** How long to wait for more typing before the list is loaded. */
const TYPING_MS = 250;

/** A list whose rows open beside it, and which filters by text and failure. */
export function listSection<Data, Detail = never>(section: ListSection<Data, Detail>): Section {
  return { name: section.name, title: section.title, open: (route) => openList(section, route) };
}

function openList<Data, Detail>(section: ListSection<Data, Detail>, first: Route): View {
  let route = first;
  let rows: Row[] = [];
  let isLoaded = false;
  let detailSource: Source | undefined;
  let listSource = newListSource();
  let typing: ReturnType<typeof setTimeout> | undefined;

  const filter = h('input', {
    type: 'search',
    placeholder: 'Filter',
    'aria-label': `Filter ${section.title.toLowerCase()}`,
    value: textOf(first),
    input: () => changeFilter(),
  });
  const failed = h('input', { type: 'checkbox', change: () => changeFilter() });
  const count = h('span', { class: 'count' });
  const head = h('div', { class: 'head' });
  const list = h('ul', { class: 'rows', keydown: moveFocus });
  const empty = h('div', { class: 'empty' });
  const detail = h('article', { class: 'detail', tabindex: '-1', 'aria-label': 'Details' });
  const node = h(
    'div',
    { class: 'list-and-detail' },
    h(
      'section',
      { class: 'list', 'aria-label': section.title },
      h(
        'div',
        { class: 'bar' },
        h('h2', {}, section.title),
        count,
        filter,
        section.hasFailures && h('label', {}, failed, 'Failed only'),
      ),
      head,
      list,
      empty,
    ),
    detail,
  );

  function textOf({ params }: Route): string {
    return params.get('text') ?? '';
  }

  function newListSource(): Source {
    return source<Data>(section.path(section.isSearchedByServer ? textOf(route) : ''), (data) => {
      isLoaded = true;
      rows = section.rows(data);
      head.replaceChildren(...nodesOf(section.head?.(data) ?? []));
      showRows();
    });
  }

  function shownRows(): Row[] {
    const text = section.isSearchedByServer ? '' : textOf(route).toLowerCase();
    return rows.filter((row) => {
      if (route.params.has('failed') && row.mood !== 'bad') return false;
      return [row.kind, row.title, row.note, row.state].join(' ').toLowerCase().includes(text);
    });
  }

  function showRows(): void {
    const shown = shownRows();
    showItems(list, shown, (row) => rowElement(row));
    for (const link of section.detailPath ? list.querySelectorAll('a') : []) {
      const key = link.parentElement?.getAttribute('data-key') ?? '';
      link.href = hashOf(section.name, [key], filterParams());
      if (key === route.ids[0]) link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
    }
    count.textContent = isLoaded ? String(shown.length) : '';
    const isFiltered = textOf(route) !== '' || route.params.has('failed');
    empty.hidden = !isLoaded || shown.length > 0;
    if (empty.hidden) return;
    const children = isFiltered ? [h('p', {}, 'Nothing here fits the filter.')] : section.empty();
    empty.replaceChildren(...nodesOf(children));
  }

  function rowElement({ mood, state, at, kind, title, note, took, href }: Row): HTMLElement {
    const cells = [
      h('span', { class: `state ${mood}` }, state),
      h('span', { class: 'kind' }, kind),
      h('span', { class: 'title' }, title),
      h('span', { class: 'result' }, note ?? ''),
      h('span', { class: 'took' }, took ?? ''),
      h('time', { datetime: at }, at === '' ? '' : timeOf(at)),
    ];
    if (section.detailPath) return h('li', {}, h('a', { class: mood }, ...cells));
    if (href === undefined) return h('li', {}, h('div', { class: mood }, ...cells));
    return h('li', {}, h('a', { class: mood, href, target: '_blank' }, ...cells));
  }

  /** The parts of the address that stay when a row is opened or closed. */
  function filterParams(): URLSearchParams {
    const params = new URLSearchParams();
    if (filter.value !== '') params.set('text', filter.value);
    if (failed.checked) params.set('failed', '1');
    return params;
  }

  function changeFilter(): void {
    const hash = hashOf(section.name, route.ids, filterParams());
    history.replaceState(null, '', hash);
    route = { ...route, params: filterParams() };
    showRows();
    if (!section.isSearchedByServer) return;
    clearTimeout(typing);
    typing = setTimeout(() => {
      listSource = newListSource();
      refreshSoon(listSource);
    }, TYPING_MS);
  }

  function moveFocus(event: Event): void {
    const { key } = event as KeyboardEvent;
    if (key !== 'ArrowDown' && key !== 'ArrowUp') return;
    const links = [...list.querySelectorAll('a')];
    const at = links.findIndex((link) => link.matches(':focus'));
    const next = links[at + (key === 'ArrowDown' ? 1 : -1)];
    if (!next) return;
    event.preventDefault();
    next.focus();
  }

  function close(): void {
    const [key] = route.ids;
    location.hash = hashOf(section.name, [], filterParams());
    list.querySelector<HTMLElement>(`[data-key="${CSS.escape(key ?? '')}"] a`)?.focus();
  }

  function showDetail(loaded: Detail): void {
    const open = new Set([...detail.querySelectorAll('details[open]')].map((each) => each.getAttribute('data-key')));
    const back = h('button', { type: 'button', class: 'small close', click: close }, 'Close');
    detail.replaceChildren(back, ...nodesOf(section.detail?.(loaded, route) ?? []));
    for (const each of detail.querySelectorAll('details')) each.open ||= open.has(each.getAttribute('data-key'));
  }

  function showRoute(): void {
    filter.value = textOf(route);
    failed.checked = route.params.has('failed');
    const isOpen = route.ids.length > 0 && section.detailPath !== undefined;
    node.classList.toggle('open', isOpen);
    detail.hidden = !isOpen;
    const path = isOpen ? section.detailPath?.(route) : undefined;
    if (path !== detailSource?.path) {
      detail.replaceChildren();
      detailSource = path === undefined ? undefined : source<Detail>(path, showDetail);
    }
    showRows();
  }

  detail.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') close();
  });
  showRoute();
  return {
    node,
    get sources() {
      return detailSource ? [listSource, detailSource] : [listSource];
    },
    go(next) {
      const wasOpen = route.ids.join('/');
      route = next;
      showRoute();
      // Who opens a row by the keyboard goes on to read there.
      if (route.ids.length > 0 && route.ids.join('/') !== wasOpen) detail.focus({ preventScroll: true });
    },
  };
}

function refreshSoon({ refresh }: Source): void {
  // The next turn of the page tells when the server does not answer.
  refresh().catch(() => {});
}
