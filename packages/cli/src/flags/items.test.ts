import { expect, it } from 'vitest';
import { scrapePage } from '../generated/flags.js';
import { UsageError } from '../usage-error.js';
import type { Flag } from './flag.js';
import { valueFrom } from './value.js';

const flagNamed = (name: string): Flag => {
  const flag = scrapePage.find((one) => one.name === name);
  if (!flag) throw new Error(`There is no flag ${name}.`);
  return flag;
};

it.each<[name: string, text: string, message: RegExp | string]>([
  ['formats', 'markdown,markdwon', /^--formats must be one of markdown, .*, not "markdwon"\.$/],
  [
    'formats',
    'question',
    `--formats: "question" needs more than its name, such as '{"type":"question","question":"…"}'.`,
  ],
  ['formats', '{"type":"jsn"}', /^--formats: item 1 has the type "jsn"\. There are markdown, summary, /],
  ['formats', '["markdown",{"prompt":"a"}]', /^--formats: item 2 has no type\. There are /],
  [
    'formats',
    '{"type":"screenshot","fullpage":true}',
    '--formats: item 1 (screenshot) does not take "fullpage", only fullPage, quality, viewport.',
  ],
  [
    'formats',
    '{"type":"links","all":true}',
    '--formats: item 1 (links) does not take "all": it takes nothing but its type.',
  ],
  [
    'formats',
    '{"type":"screenshot","fullPage":"yes"}',
    /^--formats: item 1 \(screenshot\) has "yes" as "fullPage", which must be true or false\.$/,
  ],
  ['formats', '{"type":"question"}', '--formats: item 1 (question) needs "question".'],
  ['actions', 'click', `--actions: "click" needs more than its name, such as '{"type":"click","selector":"…"}'.`],
  ['actions', 'jump', `--actions takes JSON, such as '{"type":"wait","milliseconds":1000}', not "jump".`],
  ['actions', '[{"type":"clik"}]', /^--actions: item 1 has the type "clik"\. There are wait, screenshot, click, /],
  ['actions', '[{"type":"wait"}]', '--actions: item 1 (wait) needs "milliseconds" or "selector".'],
  [
    'actions',
    '[{"type":"wait","milliseconds":"a"}]',
    /^--actions: item 1 \(wait\) has "a" as "milliseconds", which must be a whole number\.$/,
  ],
  ['actions', '5', /^--actions: item 1 has no type\. There are wait, /],
])('--%s %s is refused before anything is sent', (name, text, message) => {
  const refused = () => valueFrom(flagNamed(name), [text]);
  expect(refused).toThrow(UsageError);
  expect(refused).toThrow(message);
});

it.each<[name: string, text: string]>([
  ['formats', 'markdown,links'],
  ['formats', '{"type":"json","schema":{"type":"object"}}'],
  ['actions', '[{"type":"wait","selector":"#a"},{"type":"click","selector":"a","all":true},{"type":"scrape"}]'],
  ['parsers', '[{"type":"pdf","maxPages":3}]'],
])('--%s %s is taken', (name, text) => {
  expect(() => valueFrom(flagNamed(name), [text])).not.toThrow();
});
