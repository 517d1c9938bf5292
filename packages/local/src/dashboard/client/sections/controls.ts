import { actionButton, actionReport, askingButton, type Run } from '../action.js';
import { download, enteredKey, send, source } from '../api.js';
import { type Child, h, showItems } from '../dom.js';
import { countOf } from '../format.js';
import type { Section } from '../view.js';

interface FaultView {
  readonly id: string;
  readonly hits: number;
  readonly match?: { readonly operation?: string };
  readonly times?: number;
  readonly status?: number;
  readonly drop?: boolean;
  readonly broken?: boolean;
  readonly delayMs?: number;
}

const FAULTS: Readonly<Record<string, object>> = {
  'answers 503, retry after 1 s': { status: 503, retryAfter: 1 },
  'answers 429, retry after 5 s': { status: 429, retryAfter: 5 },
  'answers 500': { status: 500 },
  'takes 3 s longer': { delayMs: 3000 },
  'drops the connection': { drop: true },
  'breaks off in the answer': { broken: true },
};

const MINUTE = 60_000;
const MOVES = { 'a minute': MINUTE, 'an hour': 60 * MINUTE, 'a day': 24 * 60 * MINUTE };

/** Controls of the server: faults, clock, fetch mode, seed, export, import and reset. */
export const controls: Section = {
  name: 'controls',
  title: 'Controls',
  open() {
    const { node: report, run } = actionReport(() => Promise.all(sources.map((each) => each.refresh())));
    const { card: faultCard, sources: faultSources } = faultsCard(run);
    const { card: clockCard, sources: clockSources } = clockAndFetches(run);
    const { card: restingCard, source: restSource } = restCard(run);
    const sources = [restSource, ...faultSources, ...clockSources];
    const cards = h(
      'div',
      { class: 'cards' },
      restingCard,
      faultCard,
      clockCard,
      seedCard(run),
      storageCard(run),
      resetCard(run),
    );
    const node = h('section', { class: 'list', 'aria-label': 'Controls' }, h('h2', {}, 'Controls'), report, cards);
    return { node, sources, go() {} };
  },
};

function card(title: string, description: string, ...children: Child[]): HTMLElement {
  return h('section', { class: 'card', 'aria-label': title }, h('h3', {}, title), h('p', {}, description), ...children);
}

function form(submit: () => unknown, ...children: Child[]): HTMLElement {
  const onSubmit = (event: Event) => {
    event.preventDefault();
    submit();
  };
  return h('form', { submit: onSubmit }, ...children);
}

const options = (names: readonly string[]) => names.map((name) => h('option', { value: name }, name));

function faultsCard(run: Run) {
  const what = h('select', {}, ...options(Object.keys(FAULTS)));
  const operation = h('select', {}, h('option', { value: '' }, 'Every request'));
  const times = h('input', { type: 'number', min: '1', placeholder: 'always' });
  const list = h('ul', { class: 'plain' });
  const add = () => {
    const match = operation.value === '' ? {} : { match: { operation: operation.value } };
    const limit = times.value === '' ? {} : { times: Number(times.value) };
    return run(
      () => send('POST', 'faults', { ...FAULTS[what.value], ...match, ...limit }),
      'The fault applies from now on.',
    );
  };
  const ruleOf = (fault: FaultView & { key: string }) =>
    h(
      'li',
      {},
      `${fault.match?.operation ?? 'Every request'} ${effectOf(fault)}, applied ${countOf(fault.hits, 'time')}`,
      fault.times === undefined ? ' ' : ` of ${fault.times} `,
      actionButton('Remove', () => run(() => send('DELETE', `faults/${fault.id}`), 'The fault is gone.')),
    );
  return {
    card: card(
      'Faults',
      'Make requests fail as they can on a real network.',
      form(
        add,
        h('label', {}, 'What', operation),
        h('label', {}, 'does', what),
        h('label', {}, 'how often', times),
        h('button', {}, 'Add the fault'),
      ),
      list,
    ),
    sources: [
      source<FaultView[]>('faults', (faults) =>
        showItems(
          list,
          faults.map((fault) => ({ ...fault, key: fault.id })),
          ruleOf,
        ),
      ),
      source<{ operations: Record<string, boolean> }>('capabilities', ({ operations }) => {
        const servedNames = Object.keys(operations).filter((name) => operations[name]);
        operation.replaceChildren(h('option', { value: '' }, 'Every request'), ...options(servedNames));
      }),
    ],
  };
}

function effectOf({ status, drop, broken, delayMs }: FaultView): string {
  if (drop) return 'drops the connection';
  if (broken) return 'breaks off in the answer';
  if (status !== undefined) return `answers ${status}`;
  return delayMs === undefined ? 'is as it is' : `takes ${delayMs} ms longer`;
}

/** It is there only where the server is at rest. */
function restCard(run: Run) {
  const question = {
    title: 'Resume the service?',
    text: 'Its jobs go on, its monitors run, and their webhooks are sent. If this is a copy of a service that is at work, both then do the same.',
    yes: 'Resume',
    no: 'Leave it at rest',
  };
  const resume = () => run(() => send('POST', 'resume'), 'The service does its jobs from now on.');
  const resting = card(
    'At rest',
    'What is stored can be read. Nothing runs, is fetched or sent.',
    h('div', { class: 'buttons' }, askingButton('Resume…', question, resume)),
  );
  resting.hidden = true;
  return {
    card: resting,
    source: source<{ isAtRest: boolean }>('rest', ({ isAtRest }) => {
      resting.hidden = !isAtRest;
    }),
  };
}

function clockAndFetches(run: Run) {
  const now = h('span');
  const mode: HTMLSelectElement = h('select', { change: () => setMode() });
  const setMode = () => run(() => send('POST', 'fetches', { mode: mode.value }), `Fetches are now ${mode.value}.`);
  mode.append(...options(['live', 'record', 'replay', 'offline']));
  const moves = Object.entries(MOVES).map(([name, advanceMs]) =>
    actionButton(`Advance ${name}`, () =>
      run(() => send('POST', 'clock', { advanceMs }), `The clock was advanced ${name}.`),
    ),
  );
  return {
    card: card(
      'Time and network',
      'Moving the clock runs what falls due: an hourly monitor runs now.',
      h('p', {}, 'It is ', now),
      h('div', { class: 'buttons' }, ...moves),
      h('label', {}, 'Pages are fetched', mode),
    ),
    sources: [
      source<{ now: string }>('clock', (clock) => {
        now.textContent = new Date(clock.now).toLocaleString('en', {
          dateStyle: 'medium',
          timeStyle: 'medium',
          hour12: false,
        });
      }),
      source<{ mode: string }>('fetches', (fetches) => {
        mode.value = fetches.mode;
      }),
    ],
  };
}

function seedCard(run: Run): HTMLElement {
  const url = h('input', { type: 'url', required: true, placeholder: 'https://shop.example.com/tea' });
  const content = h('textarea', { required: true, rows: '5', placeholder: '<title>Tea</title><p>2 EUR</p>' });
  const seed = () =>
    run(
      () => send('POST', 'seed', { pages: [{ url: url.value, content: content.value }] }),
      `${url.value} is now in the cache and in the index of every team.`,
    );
  return card(
    'Seed a page',
    'Programs then scrape and find it without the network.',
    form(
      seed,
      h('label', {}, 'URL', url),
      h('label', {}, 'HTML or Markdown', content),
      h('button', {}, 'Add the page'),
    ),
  );
}

function storageCard(run: Run): HTMLElement {
  const file = h('input', { type: 'file', 'aria-label': 'A file to import' });
  const restore = () => {
    const [selectedFile] = file.files ?? [];
    return selectedFile && run(() => send('POST', 'import', selectedFile), 'The file was imported.');
  };
  return card(
    'Export and import',
    'Everything that the server keeps, as one SQLite file.',
    h(
      'div',
      { class: 'buttons' },
      actionButton('Export', () => run(saveExport, 'The export was saved.')),
    ),
    form(restore, h('label', {}, 'Replace everything by', file), h('button', {}, 'Import')),
  );
}

async function saveExport(): Promise<void> {
  // A link sends no key, so with one the file goes through memory.
  const href = enteredKey.get() === null ? '/_local/export' : URL.createObjectURL(await download('export'));
  h('a', { href, download: 'trawl.db' }).click();
  if (href.startsWith('blob:')) setTimeout(() => URL.revokeObjectURL(href), 60_000);
}

function resetCard(run: Run): HTMLElement {
  const question = {
    title: 'Delete everything?',
    text: 'All jobs, pages, monitors, credits and faults of all teams are deleted. They do not come back.',
    yes: 'Delete everything',
    no: 'Keep it',
  };
  const reset = () => run(() => send('POST', 'reset'), 'Everything is deleted.');
  return card(
    'Reset',
    'As if the server had just started.',
    h(
      'div',
      { class: 'buttons' },
      actionButton('Empty the list of requests', () => run(() => send('DELETE', 'journal'), 'The list is empty.')),
      askingButton('Reset…', question, reset, 'small danger'),
    ),
  );
}
