import { describe, expect, it } from 'vitest';
import { clientOf } from '../../test/client.js';
import { failing, json, MisbehavingServer } from '../../test/misbehaving-server.js';
import { failureOf } from '../../test/sending.js';
import { ConfigurationError, ServerError } from '../errors/index.js';

const page = { metadata: { scrapeId: 's-1' } };
const acted = json({ success: true, output: 'There are three prices.' });
const closed = json({ success: true });
const requestsOf = ({ received }: MisbehavingServer) => received.map(({ method, path }) => `${method} ${path}`);

describe('the session of a page', () => {
  it('is closed at the end of its block', async () => {
    await using server = await MisbehavingServer.start(acted, acted, closed);
    {
      await using session = clientOf(server).interact(page);
      expect(await session.prompt('Open the pricing tab')).toMatchObject({ output: 'There are three prices.' });
      await session.execute('1', { language: 'node', timeout: 3 });
    }
    expect(requestsOf(server)).toEqual([
      'POST /v2/scrape/s-1/interact',
      'POST /v2/scrape/s-1/interact',
      'DELETE /v2/scrape/s-1/interact',
    ]);
    expect(server.received.slice(0, 2).map(({ body }) => JSON.parse(body))).toEqual([
      { prompt: 'Open the pricing tab' },
      { code: '1', language: 'node', timeout: 3 },
    ]);
  });

  it('is closed when the block throws, and what it threw comes through', async () => {
    await using server = await MisbehavingServer.start(acted, closed);
    const thrown = new Error('Enough.');
    const error = await failureOf(
      (async () => {
        await using session = clientOf(server).interact('s-1');
        await session.prompt('Open the pricing tab');
        throw thrown;
      })(),
    );
    expect(error).toBe(thrown);
    expect(requestsOf(server).at(-1)).toBe('DELETE /v2/scrape/s-1/interact');
  });

  it('is closed even when the answer to the first step got lost', async () => {
    await using server = await MisbehavingServer.start(failing(500), closed);
    const error = await failureOf(
      (async () => {
        await using session = clientOf(server).interact(page);
        await session.prompt('Open the pricing tab');
      })(),
    );
    expect(error).toBeInstanceOf(ServerError);
    expect(error).toMatchObject({ operation: 'interactWithPage', possiblyStarted: true });
    expect(requestsOf(server)).toEqual(['POST /v2/scrape/s-1/interact', 'DELETE /v2/scrape/s-1/interact']);
  });

  it('is not closed when it was not used, or was closed by hand', async () => {
    await using server = await MisbehavingServer.start(acted, closed);
    {
      await using _unused = clientOf(server).interact(page);
      await using session = clientOf(server).interact(page);
      await session.prompt('Open the pricing tab');
      await session.close();
    }
    expect(requestsOf(server)).toHaveLength(2);
  });

  it.each([404, 410])('that has ended by itself (%i) hides nothing of its block', async (status) => {
    await using server = await MisbehavingServer.start(acted, failing(status), acted, failing(status));
    const thrown = new Error('Enough.');
    const used = async (last: () => void) => {
      await using session = clientOf(server).interact(page);
      await session.prompt('Open the pricing tab');
      last();
    };
    await used(() => {});
    const error = await failureOf(
      used(() => {
        throw thrown;
      }),
    );
    expect(error).toBe(thrown);
  });

  it('is closed when the answer to that got lost, and it is not there any more', async () => {
    await using server = await MisbehavingServer.start(failing(502), failing(404));
    const { data, response, attempts } = await clientOf(server).interact(page).close().withResponse();
    expect([data, response.status, attempts]).toEqual([undefined, 404, 2]);
  });

  it.each<[string, string, object]>([
    ['a step that was refused', 'Open the pricing tab', {}],
    ['a step that was never sent', '', {}],
    ['a step that was aborted before', 'Open the pricing tab', { signal: AbortSignal.abort() }],
  ])('is not closed after %s: it was not opened, and the error comes through', async (_, prompt, call) => {
    await using server = await MisbehavingServer.start(failing(401));
    let thrown: unknown;
    const error = await failureOf(
      (async () => {
        await using session = clientOf(server).interact(page);
        thrown = await failureOf(session.prompt(prompt, {}, call));
        throw thrown;
      })(),
    );
    expect(error).toBe(thrown);
    expect(requestsOf(server).filter((line) => line.startsWith('DELETE'))).toEqual([]);
  });

  it('that could not be closed says so: it is billed', async () => {
    await using server = await MisbehavingServer.start(acted, failing(403));
    const error = await failureOf(
      (async () => {
        await using session = clientOf(server).interact(page);
        await session.prompt('Open the pricing tab');
      })(),
    );
    expect(error).toMatchObject({ operation: 'endInteraction', status: 403 });
  });

  it.each([[''], [{}], [{ metadata: {} }], [{ metadata: { scrapeId: '' } }]])(
    'needs a scrapeId: %j',
    async (origin) => {
      await using server = await MisbehavingServer.start(acted);
      expect(() => clientOf(server).interact(origin)).toThrow(ConfigurationError);
      expect(() => clientOf(server).interact(origin)).toThrow('metadata.scrapeId');
    },
  );
});
