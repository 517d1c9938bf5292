import { actionReport, type Run } from './action.js';
import { type Source, source } from './api.js';
import { type Child, h, nodesOf, replaceKept } from './dom.js';

export interface DetailPane<Detail> {
  readonly node: HTMLElement;
  /** The item that is open; undefined if none is. */
  readonly source: Source | undefined;
  /** Opens the details at a path, which is a route of the server; closes the pane without one. */
  open(path: string | undefined, render: (detail: Detail, run: Run) => Child[]): void;
  focus(): void;
}

export interface DetailOptions {
  /** Asks again for the list beside it and for what is open. */
  refresh(): Promise<unknown>;
  onClose(): void;
}

/** One row of a list in full. What people have unfolded and focused stays so while it changes. */
export function detailPane<Detail>({ refresh, onClose }: DetailOptions): DetailPane<Detail> {
  const report = actionReport(refresh);
  const content = h('div', {});
  const close = h('button', { type: 'button', class: 'small close', click: onClose }, 'Close');
  const node = h('article', { class: 'detail', tabindex: '-1', 'aria-label': 'Details' }, close, report.node, content);
  let openSource: Source | undefined;

  node.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') onClose();
  });

  return {
    node,
    get source() {
      return openSource;
    },
    open(path, render) {
      node.hidden = path === undefined;
      if (path === openSource?.path) return;
      content.replaceChildren();
      report.clear();
      const show = (detail: Detail) => replaceKept(content, nodesOf(render(detail, report.run)));
      openSource = path === undefined ? undefined : source<Detail>(path, show);
    },
    focus: () => node.focus({ preventScroll: true }),
  };
}
