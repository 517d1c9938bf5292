import { createLocalServer } from '@trawl/local';
import { Trawl } from '@trawl/sdk';
import { trawlTools } from '@trawl/tools/ai';
import { generateText, stepCountIs } from 'ai';
import { MockLanguageModelV3 } from 'ai/test';
import { expect, it } from 'vitest';
import { serveSite } from './site.js';

const USAGE = {
  inputTokens: { total: 1, noCache: 1, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 1, text: 1, reasoning: undefined },
};

it('a model of the AI SDK makes a mistake, mends it by the result, reads a long page on, and answers', async () => {
  await using site = await serveSite();
  await using service = await createLocalServer({ port: 0, allowPrivateNetworks: true, browser: 'off', quiet: true });
  const steps = [
    ['scrape', { link: `${site.url}/long` }],
    ['scrape', { url: `${site.url}/long` }],
    ['read_more', { cursor: '1:30' }],
  ] as const;
  let step = 0;
  const model = new MockLanguageModelV3({
    doGenerate: async () => {
      const [toolName, input] = steps[step++] ?? [];
      return {
        warnings: [],
        usage: USAGE,
        finishReason: { unified: toolName ? 'tool-calls' : 'stop', raw: undefined },
        content: toolName
          ? [{ type: 'tool-call', toolCallId: `call-${step}`, toolName, input: JSON.stringify(input) }]
          : [{ type: 'text', text: 'It holds well in sand.' }],
      };
    },
  });
  const { text, steps: made } = await generateText({
    model,
    prompt: 'How does an anchor hold?',
    tools: trawlTools(new Trawl({ baseUrl: service.url })),
    stopWhen: stepCountIs(5),
  });
  expect(text).toBe('It holds well in sand.');
  const [mistake, page, rest] = made.flatMap(({ toolResults }) => toolResults.map(({ output }) => String(output)));
  expect(mistake).toBe('There is no field link. It takes url, whole_page, fresh.\nurl is missing.');
  expect(page).toContain('go on with read_more and the cursor 1:');
  expect(rest).toContain('Text from the web');
  const [first] = model.doGenerateCalls;
  expect(first?.tools?.map(({ name }) => name)).toEqual([
    'search',
    'scrape',
    'read_more',
    'map',
    'crawl',
    'crawl_status',
    'interact',
  ]);
});
