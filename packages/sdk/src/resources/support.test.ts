import { describe, expect, it } from 'vitest';
import { clientOf } from '../../test/client.js';
import { type Behaviour, failing, json, MisbehavingServer, page, silent } from '../../test/misbehaving-server.js';
import { failureOf, KEY } from '../../test/sending.js';
import { VirtualClock } from '../../test/virtual-clock.js';
import { NotFoundError, ServerError } from '../errors/index.js';

const answered = json({ answer: 'Wait for it.', confidence: 'high', fixParameters: { waitFor: 2000 } });

/** A server that has the call at some of its paths, and a web page at all others. */
const having =
  (paths: Readonly<Record<string, Behaviour>>): Behaviour =>
  (response, request) =>
    (paths[request.path] ?? page(404))(response, request);

const pathsOf = ({ received }: MisbehavingServer) => received.map(({ path }) => path);
const bodyOf = ({ received }: MisbehavingServer) => JSON.parse(received.at(-1)?.body ?? '');

describe('a question', () => {
  it('is sent with all that is said beside it', async () => {
    await using server = await MisbehavingServer.start(answered);
    const { answer, confidence } = await clientOf(server).support.ask('Why?', { rationale: 'Curious.' });
    expect({ answer, confidence }).toEqual({ answer: 'Wait for it.', confidence: 'high' });
    expect(bodyOf(server)).toEqual({ question: 'Why?', rationale: 'Curious.' });
  });

  it('goes to the documented path, and nowhere else', async () => {
    await using server = await MisbehavingServer.start(
      having({ '/support/ask': answered, '/v2/support/ask': answered }),
    );
    const { support } = clientOf(server);
    await support.ask('Why?');
    await support.ask('Why not?');
    expect(pathsOf(server)).toEqual(['/support/ask', '/support/ask']);
  });

  it('goes below /v2 where a server has it only there, from then on at once', async () => {
    await using server = await MisbehavingServer.start(having({ '/v2/support/ask': answered }));
    const { support } = clientOf(server);
    expect((await support.ask('Why?')).answer).toBe('Wait for it.');
    await support.ask('Why not?');
    expect(pathsOf(server)).toEqual(['/support/ask', '/v2/support/ask', '/v2/support/ask']);
    expect(bodyOf(server)).toEqual({ question: 'Why not?' });
  });

  it('goes back to the documented path when a server no longer has the other one', async () => {
    await using server = await MisbehavingServer.start(having({ '/v2/support/ask': answered }));
    const { support } = clientOf(server);
    await support.ask('Why?');
    server.will(having({ '/support/ask': answered }));
    await support.ask('Why not?');
    await support.ask('Really?');
    expect(pathsOf(server).slice(2)).toEqual(['/v2/support/ask', '/support/ask', '/support/ask']);
  });

  it('finds its path among several that are asked at the same time', async () => {
    await using server = await MisbehavingServer.start(having({ '/v2/support/ask': answered }));
    const { support } = clientOf(server);
    const first = support.ask('One?');
    const others = [support.ask('Two?'), first.then(() => support.ask('Three?'))];
    const answers = await Promise.all([first, ...others]);
    expect(answers.map(({ answer }) => answer)).toEqual(Array(3).fill('Wait for it.'));
  });

  it('that is late to learn that its path is missing is asked below /v2 all the same', async () => {
    let release = (): void => {};
    const late = new Promise<void>((resolve) => {
      release = resolve;
    });
    const missing = page(404);
    await using server = await MisbehavingServer.start(
      (response, request) => void late.then(() => missing(response, request)),
      having({ '/v2/support/ask': answered }),
    );
    const { support } = clientOf(server);
    const slow = support.ask('One?');
    await server.waitForRequests(1);
    await support.ask('Two?');
    release();
    expect((await slow).answer).toBe('Wait for it.');
  });

  it('keeps to its total time over both paths', async () => {
    const clock = new VirtualClock({ passes: 0 });
    const missing = page(404);
    await using server = await MisbehavingServer.start((response, request) => {
      clock.advance(900);
      missing(response, request);
    }, silent);
    const failed = failureOf(clientOf(server, { clock }).support.ask('One?', {}, { totalTimeoutMs: 1000 }));
    while (server.received.length < 2) await new Promise(setImmediate);
    expect(clock.next).toBe(100);
    clock.advance(100);
    expect(await failed).toMatchObject({ name: 'TimeoutError', operation: 'askSupportUnderV2' });
  });

  it('that is found nowhere fails with what the documented path says', async () => {
    const team = failing(404, 'Team not found.', { code: 'TEAM_NOT_FOUND' });
    await using server = await MisbehavingServer.start(having({ '/support/ask': team }));
    const { support } = clientOf(server);
    for (const _ of ['once', 'and again, for nothing was learnt']) {
      const error = await failureOf(support.ask('Why?'));
      expect(error).toBeInstanceOf(NotFoundError);
      expect(error).toMatchObject({ operation: 'askSupport', code: 'TEAM_NOT_FOUND' });
      expect(error.message).toContain('Team not found');
    }
    expect(pathsOf(server)).toEqual(['/support/ask', '/v2/support/ask', '/support/ask', '/v2/support/ask']);
  });

  it('fails with what the path below /v2 says, where that is there', async () => {
    await using server = await MisbehavingServer.start(having({ '/v2/support/ask': failing(501, 'No assistant.') }));
    const error = await failureOf(clientOf(server).support.ask('Why?'));
    expect(error).toBeInstanceOf(ServerError);
    expect(error).toMatchObject({ operation: 'askSupportUnderV2', status: 501 });
  });

  it.each([401, 403, 501])('that is answered with %i is not asked elsewhere', async (status) => {
    await using server = await MisbehavingServer.start(failing(status));
    await expect(clientOf(server).support.ask('Why?')).rejects.toMatchObject({ status, operation: 'askSupport' });
    expect(server.received).toHaveLength(1);
  });

  it('is repeated like any other call', async () => {
    await using server = await MisbehavingServer.start(failing(503), answered);
    const { attempts } = await clientOf(server).support.ask('Why?').withResponse();
    expect(attempts).toBe(2);
  });
});

it('asks the documentation', async () => {
  const evidence = [{ pathOrUrl: '/docs/formats', reason: 'Names all formats.' }];
  await using server = await MisbehavingServer.start(json({ answer: 'There are many.', evidence }));
  expect(await clientOf(server).support.docs('Which formats?')).toMatchObject({ answer: 'There are many.', evidence });
  expect(server.received).toMatchObject([{ method: 'POST', path: '/v2/support/docs-search' }]);
  expect(bodyOf(server)).toEqual({ question: 'Which formats?' });
});

describe('the diagnosis of a failed call', () => {
  it('tells support what the error says, and leads to a call that works', async () => {
    await using server = await MisbehavingServer.start(
      failing(408, 'The page was empty.', { code: 'SCRAPE_TIMEOUT', details: { waitFor: 0 } }),
      answered,
      json({ success: true, data: { markdown: '# Anchors' } }),
    );
    const trawl = clientOf(server, { maxRetries: 0 });
    const request = { mobile: true };
    const error = await failureOf(trawl.scrape('https://example.com', request));

    const diagnosis = await trawl.support.diagnose(error, { rationale: 'It worked yesterday.' });
    const { question, rationale } = bodyOf(server);
    expect(rationale).toBe('It worked yesterday.');
    const [asked, facts] = question.split('\n');
    expect(asked).toBe('Why did this call fail, and which request parameters would mend it?');
    expect(JSON.parse(facts)).toEqual({
      name: 'RequestTimeoutError',
      operation: 'scrapePage',
      status: 408,
      code: 'SCRAPE_TIMEOUT',
      message: expect.stringContaining('The page was empty.'),
    });

    expect(diagnosis.answer).toBe('Wait for it.');
    const { markdown } = await trawl.scrape('https://example.com', diagnosis.applyFix(request));
    expect(markdown).toBe('# Anchors');
    expect(bodyOf(server)).toEqual({ url: 'https://example.com', mobile: true, waitFor: 2000 });
  });

  it('tells support no secret, even if the server repeated it', async () => {
    await using server = await MisbehavingServer.start(
      failing(400, `Bad key ${KEY}`, { details: { authorization: `Bearer ${KEY}` } }),
      answered,
    );
    const trawl = clientOf(server);
    await trawl.support.diagnose(await failureOf(trawl.scrape('https://example.com')));
    expect(server.received[1]?.body).toContain('Bad key');
    expect(server.received[1]?.body).not.toContain(KEY);
  });

  it.each<[string, unknown, string]>([
    ['an error of somebody else', new TypeError('x is not a function'), 'TypeError: x is not a function'],
    ['something that is no error', 'out of luck', 'out of luck'],
  ])('takes %s as it is', async (_, error, words) => {
    await using server = await MisbehavingServer.start(answered);
    await clientOf(server).support.diagnose(error);
    expect(bodyOf(server).question).toMatch(new RegExp(`\\n${words}$`));
  });

  it('goes below /v2 where a server has it only there', async () => {
    await using server = await MisbehavingServer.start(having({ '/v2/support/ask': answered }));
    const { fixParameters } = await clientOf(server).support.diagnose(new Error('It failed.'));
    expect(fixParameters).toEqual({ waitFor: 2000 });
  });
});
