import { readFileSync } from 'node:fs';

const PAGES = new URL('../../packages/convert/test/sites/', import.meta.url);

/** The host that the pages are seeded below; nothing answers there. */
export const HOST = 'https://pages.example/';

type Fields = Readonly<Record<string, unknown>>;

/** Something to ask a language model of a page, with what is right. */
export type Task = { readonly name: string; readonly page: string } & (
  | { readonly kind: 'extraction'; readonly prompt: string; readonly expected: Fields }
  /** `expected` is a word of the right answer; null where the page does not say. */
  | { readonly kind: 'question'; readonly question: string; readonly expected: string | null }
  /** Begins at a page that links to all others. */
  | { readonly kind: 'agent'; readonly prompt: string; readonly expected: Fields }
);

const DOES_NOT_SAY = null;

export const TASKS: readonly Task[] = [
  {
    kind: 'extraction',
    name: 'a tent of a shop',
    page: 'composed/shop-tent.html',
    prompt: 'The name of the tent, its price now in euros, its weight in kilograms, and whether it is in stock.',
    expected: { name: 'Skylark 2 tent', price: 249, weight: 1.9, inStock: true },
  },
  {
    kind: 'extraction',
    name: 'a lantern in two sizes',
    page: 'composed/lantern-product.html',
    prompt: 'The prices of the small and of the large lantern in pounds, and the hours that it burns.',
    expected: { smallPrice: 84, largePrice: 112.5, hours: 11 },
  },
  {
    kind: 'extraction',
    name: 'a recipe',
    page: 'composed/recipe-plum-cake.html',
    prompt: 'The minutes in the oven, the temperature in °C, the grams of flour, and the kilograms of plums.',
    expected: { minutes: 35, temperature: 190, flour: 500, plums: 1.5 },
  },
  {
    kind: 'extraction',
    name: 'a list of jobs',
    page: 'composed/listing-jobs.html',
    prompt: 'How many jobs the page says there are, the title of the newest one, its employer and its place.',
    expected: { count: 38, title: 'Deckhand for a ferry', employer: 'Sound Ferries', place: 'Oban' },
  },
  {
    kind: 'extraction',
    name: 'a table of figures',
    page: 'composed/river-levels.html',
    prompt: 'For the year 2022: the days read, and the lowest, median and highest level in centimetres.',
    expected: { days: 340, lowest: 21, median: 58, highest: 176 },
  },
  {
    kind: 'extraction',
    name: 'a changelog',
    page: 'composed/changelog-kettle.html',
    prompt: 'The newest version, its date as YYYY-MM-DD, and the number of the issue that it fixes.',
    expected: { version: '3.2.0', date: '2026-05-04', issue: 412 },
  },
  {
    kind: 'question',
    name: 'a sentence of an article',
    page: 'composed/harbour-ferry.html',
    question: 'How did the councillors vote on the night ferry?',
    expected: 'nine to four',
  },
  {
    kind: 'question',
    name: 'a row of a table',
    page: 'composed/river-levels.html',
    question: 'On how many days was the board read in 2024?',
    expected: '351',
  },
  {
    kind: 'question',
    name: 'a command of a manual',
    page: 'git/git-stash.html',
    question: 'Which subcommand of git stash removes all stash entries?',
    expected: 'clear',
  },
  {
    kind: 'question',
    name: 'a default in an API',
    page: 'python/textwrap.html',
    question: 'What is the default width of textwrap.wrap?',
    expected: '70',
  },
  {
    kind: 'question',
    name: 'what the page does not say',
    page: 'composed/osteria-menu.html',
    question: 'What does the tiramisu cost?',
    expected: DOES_NOT_SAY,
  },
  {
    kind: 'question',
    name: 'what another page says',
    page: 'composed/wiki-heather.html',
    question: 'How tall does gorse grow?',
    expected: DOES_NOT_SAY,
  },
  {
    kind: 'agent',
    name: 'one fact behind a link',
    page: '',
    prompt: 'Find the page of the osteria. What do the chickpea fritters and the squid ink rice cost, in euros?',
    expected: { fritters: 7.5, rice: 18 },
  },
  {
    kind: 'agent',
    name: 'facts of two pages',
    page: '',
    prompt: 'What do the Skylark 2 tent, in euros now, and the large Tidewater lantern, in pounds, cost?',
    expected: { tent: 249, lantern: 112.5 },
  },
];

/** The pages to seed: those of the tasks, and one that links to them. */
export function pagesOf(tasks: readonly Task[]): { readonly url: string; readonly content: string }[] {
  // An agent has to find its page among all of them.
  const chosenTasks = tasks.some(({ kind }) => kind === 'agent') ? TASKS : tasks;
  const names = [...new Set([...chosenTasks.map(({ page }) => page), 'composed/osteria-menu.html'])].filter(Boolean);
  const pages = names.map((name) => ({ url: HOST + name, content: readFileSync(new URL(name, PAGES), 'utf8') }));
  const links = pages.map(({ url, content }) => `<li><a href="${url}">${titleOf(content)}</a></li>`);
  return [{ url: HOST, content: `<title>Pages</title><h1>Pages</h1><ul>${links.join('')}</ul>` }, ...pages];
}

function titleOf(html: string): string {
  return /<title[^>]*>([^<]*)/i.exec(html)?.[1]?.trim() ?? 'A page';
}

/** The JSON Schema of what is right: the type of each field, and nothing of its value. */
export function schemaOf(expected: Fields): object {
  const properties = Object.entries(expected).map(([name, value]) => [name, { type: typeof value }]);
  return { type: 'object', properties: Object.fromEntries(properties), required: Object.keys(expected) };
}
