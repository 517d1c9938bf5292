import { createLocalServer } from '@trawl/local';
import { JobFailedError, Trawl } from '@trawl/sdk';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { startModel } from '../../packages/local/test/model-server.js';

const PAGE = 'http://ferry.example/';
const content = '<title>Ferry</title><main><h1>Ferry</h1><p>A ticket costs 12 euros.</p></main>';
const schema = z.object({ price: z.number() });

it('the SDK waits for agents and extractions of the service, and gives their data and sources', async () => {
  const call = (name: string, input: object) => ({ toolCalls: [{ name, arguments: input }] });
  const model = await startModel(({ messages, tools }) => {
    const told = messages.map(({ content }) => content).join('\n');
    if (!tools) return '{"price": 12}';
    if (told.includes('nothing')) return 'There is nothing.';
    if (!told.includes('result of read')) return call('read', { url: PAGE });
    return call('answer', { data: { price: 12 }, sources: [{ field: 'price', urls: [PAGE] }] });
  });
  const silent = { browser: 'off', quiet: true, log: () => {} } as const;
  const server = await createLocalServer({ port: 0, modelUrl: model.url, modelName: 'small', ...silent });
  try {
    await server.seed([{ url: PAGE, content }]);
    const trawl = new Trawl({ baseUrl: server.url });
    const wait = { pollIntervalMs: 50 };
    const agent = await trawl.agent('The fare', { urls: [PAGE], schema }, wait);
    expect(agent).toMatchObject({ data: { price: 12 }, sources: { price: [PAGE] }, creditsUsed: 1 });
    const extracted = await trawl.extract([PAGE], { schema, showSources: true }, wait);
    expect(extracted).toMatchObject({ data: { price: 12 }, sources: { price: [PAGE] }, tokensUsed: 30 });
    const failed = trawl.agent('Find nothing', { schema }, wait);
    await expect(failed).rejects.toThrow(JobFailedError);
    await expect(failed).rejects.toThrow('The language model called no tool.');
  } finally {
    await server.close();
  }
});
