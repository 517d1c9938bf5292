import { createLocalServer } from '@trawl/local';
import { expect, it } from 'vitest';
import { type ChatRequest, type ModelReply, startModel } from '../../packages/local/test/model-server.js';
import { measure, type Result } from '../../scripts/model-quality/measure.js';
import { tableOf } from '../../scripts/model-quality/table.js';
import { HOST, TASKS } from '../../scripts/model-quality/tasks.js';

/** A model that is right about all but one price, cannot read one table, and looks at one page as an agent. */
function reply({ messages, tools }: ChatRequest): ModelReply {
  const read = JSON.stringify(messages);
  const question = (answer: string, quotes: string[]) => JSON.stringify({ found: quotes.length > 0, answer, quotes });
  if (tools !== undefined) {
    const sources = [{ field: '', urls: [`${HOST}composed/osteria-menu.html`] }];
    return messages.at(-1)?.role === 'tool'
      ? { toolCalls: [{ name: 'answer', arguments: { data: { fritters: 7.5, rice: 18 }, sources } }] }
      : { toolCalls: [{ name: 'read', arguments: { url: sources[0]?.urls[0] } }] };
  }
  if (read.includes('The name of the tent')) {
    return '{"name": "Skylark 2 Tent", "price": 299, "weight": 1.9, "inStock": true}';
  }
  if (read.includes('councillors vote')) return question('By nine to four.', ['councillors voted by nine to four']);
  if (read.includes('gorse')) return question('', []);
  return 'I cannot read this table.';
}

it('tells what a model was right about, in what time, and for how many tokens', async () => {
  const model = await startModel(reply);
  const silent = { browser: 'off', quiet: true, log: () => {} } as const;
  const server = await createLocalServer({ modelUrl: model.url, modelName: 'small', ...silent });
  const names = ['a tent of a shop', 'a table of figures', 'a sentence of an article', 'what another page says'];
  const tasks = TASKS.filter(({ name }) => [...names, 'one fact behind a link'].includes(name));
  const results: Result[] = [];
  try {
    for await (const result of measure(server, tasks)) results.push(result);
  } finally {
    await server.close();
  }
  expect(tableOf(results).replaceAll(/\d+\.\d \|/g, '- |')).toBe(
    [
      '| | | right | seconds | tokens |',
      '|---|---|---|---|---|',
      '| extraction | a tent of a shop | 3 of 4 | - | 30 |',
      '| extraction | a table of figures | 0 of 4 | - | 60 |',
      '| extraction | **all** | 3 of 8 | - | 90 |',
      '| question | a sentence of an article | 1 of 1 | - | 30 |',
      '| question | what another page says | 1 of 1 | - | 30 |',
      '| question | **all** | 2 of 2 | - | 60 |',
      '| agent | one fact behind a link | 2 of 2 | - | 60 |',
      '| agent | **all** | 2 of 2 | - | 60 |',
      '',
      '- extraction, a tent of a shop: `price` is 299, and not 249.',
      '- extraction, a table of figures: JSON extraction failed: the language model gave no usable answer: it is not JSON.',
    ].join('\n'),
  );
});
