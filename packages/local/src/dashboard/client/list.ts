import { actionReport, type Run } from './action.js';
import { type Source, source } from './api.js';
import { type Child, h, nodesOf, replaceKept } from './dom.js';
import { detailPane } from './list-detail.js';
import { filterBar, filteredRows, isFiltered, textOf } from './list-filter.js';
import { type Row, rowList } from './list-rows.js';
import { hashOf, type Route } from './route.js';
import type { Section, View } from './view.js';

export type { Row };

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
  /** Content above the list. `run` is for the buttons in it. */
  head?(data: Data, run: Run): Child[];
  /** The URL of the details of a row; undefined when there are none. */
  detailPath?(route: Route): string;
  /** The details of a row. `run` is for the buttons in it. */
  detail?(detail: Detail, route: Route, run: Run): Child[];
}

/** How long to wait for more typing before the list is loaded. */
const TYPING_MS = 250;

/** A list whose rows open beside it, and which filters by text and failure. */
export function listSection<Data, Detail = never>(section: ListSection<Data, Detail>): Section {
  return { name: section.name, title: section.title, open: (route) => openList(section, route) };
}

function openList<Data, Detail>(section: ListSection<Data, Detail>, first: Route): View {
  const { name, title, isSearchedByServer = false, hasFailures = false } = section;
  let route = first;
  const filter = filterBar({ title, hasFailures, onChange: changeFilter });
  const list = loadedList(section, () => listSource.refresh());
  const detail = detailPane<Detail>({ refresh: () => Promise.all(sources().map((each) => each.refresh())), onClose });
  const bar = h('div', { class: 'bar' }, h('h2', {}, title), list.count, ...filter.fields);
  const node = h(
    'div',
    { class: 'list-and-detail' },
    h('section', { class: 'list', 'aria-label': title }, bar, ...list.nodes),
    detail.node,
  );
  let listSource = newListSource();
  let typingTimer: ReturnType<typeof setTimeout> | undefined;

  function sources(): Source[] {
    return detail.source ? [listSource, detail.source] : [listSource];
  }

  function newListSource(): Source {
    const text = isSearchedByServer ? textOf(route.params) : '';
    return source<Data>(section.path(text), (data) => {
      list.load(data);
      list.show(route);
    });
  }

  function changeFilter(): void {
    route = { ...route, params: filter.params() };
    history.replaceState(null, '', hashOf(name, route.ids, route.params));
    list.show(route);
    if (!isSearchedByServer) return;
    clearTimeout(typingTimer);
    typingTimer = setTimeout(() => {
      listSource = newListSource();
      refreshSoon(listSource);
    }, TYPING_MS);
  }

  function onClose(): void {
    const [key = ''] = route.ids;
    location.hash = hashOf(name, [], filter.params());
    list.focus(key);
  }

  function showRoute(): void {
    filter.show(route.params);
    const path = route.ids.length > 0 ? section.detailPath?.(route) : undefined;
    node.classList.toggle('open', path !== undefined);
    detail.open(path, (data, run) => section.detail?.(data, route, run) ?? []);
    list.show(route);
  }

  showRoute();
  return {
    node,
    get sources() {
      return sources();
    },
    go(next) {
      const wasOpen = route.ids.join('/');
      route = next;
      showRoute();
      // Who opens a row by the keyboard goes on to read there.
      if (route.ids.length > 0 && route.ids.join('/') !== wasOpen) detail.focus();
    },
  };
}

/** The rows of a section, their number, and what is said when there are none. */
function loadedList<Data, Detail>(section: ListSection<Data, Detail>, refresh: () => Promise<unknown>) {
  const { name, isSearchedByServer = false } = section;
  const hasDetails = section.detailPath !== undefined;
  const count = h('span', { class: 'count' });
  const head = h('div', { class: 'head' });
  const report = actionReport(refresh);
  const rows = rowList(hasDetails);
  const empty = h('div', { class: 'empty' }, h('p', {}, 'Loading…'));
  let loadedRows: readonly Row[] | undefined;

  return {
    count,
    nodes: [head, report.node, rows.node, empty],
    focus: rows.focus,

    load(data: Data): void {
      loadedRows = section.rows(data);
      replaceKept(head, nodesOf(section.head?.(data, report.run) ?? []));
    },

    /** Shows what the filter of the address leaves, and which row is open. */
    show({ ids: [openKey], params }: Route): void {
      if (!loadedRows) return;
      const shownRows = filteredRows(loadedRows, params, isSearchedByServer);
      rows.show(shownRows);
      if (hasDetails) rows.link(openKey, (key) => hashOf(name, [key], filterOf(params)));
      count.textContent = String(shownRows.length);
      empty.hidden = shownRows.length > 0;
      if (empty.hidden) return;
      const children = isFiltered(params) ? [h('p', {}, 'Nothing here fits the filter.')] : section.empty();
      empty.replaceChildren(...nodesOf(children));
    },
  };
}

/** The parts of the address that stay when a row is opened. */
function filterOf(params: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...params].filter(([name]) => name === 'text' || name === 'failed'));
}

function refreshSoon({ refresh }: Source): void {
  // The next turn of the page tells when the server does not answer.
  refresh().catch(() => {});
}
