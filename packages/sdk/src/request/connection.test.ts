import { describe, expect, it } from 'vitest';
import { json, MisbehavingServer } from '../../test/misbehaving-server.js';
import { VirtualClock } from '../../test/virtual-clock.js';
import * as sdk from '../index.js';

const { connect, Trawl } = sdk;

describe('a connection', () => {
  it('is all that a function needs to make its call', async () => {
    await using server = await MisbehavingServer.start(
      json({ success: true, data: { web: [{ url: 'https://a.test' }] } }),
    );
    const connection = connect({ baseUrl: server.url, apiKey: 'key', clock: new VirtualClock() });
    const { web } = await sdk.search(connection, 'anchors', { limit: 3 }, { headers: { 'x-team': 'one' } });
    expect(web).toEqual([{ url: 'https://a.test' }]);
    const [{ path, headers, body } = { path: '', headers: {}, body: '' }] = server.received;
    expect({ path, body: JSON.parse(body) }).toEqual({ path: '/v2/search', body: { query: 'anchors', limit: 3 } });
    expect(headers).toMatchObject({ authorization: 'Bearer key', 'x-team': 'one' });
  });

  it('is shared by several of them', async () => {
    await using server = await MisbehavingServer.start(
      json({ success: true, data: { markdown: '# A' } }),
      json({ success: true, data: { remainingCredits: 7 } }),
    );
    const connection = connect({ baseUrl: server.url, clock: new VirtualClock() });
    expect((await sdk.scrape(connection, 'https://a.test')).markdown).toBe('# A');
    expect(await sdk.team(connection).credits()).toMatchObject({ remainingCredits: 7 });
  });

  it('has a function for everything that the client has', () => {
    const trawl = new Trawl({ baseUrl: 'http://127.0.0.1:1' });
    const verbs = Object.getOwnPropertyNames(Trawl.prototype).filter((name) => name !== 'constructor');
    // On a connection, that is another `connect()`.
    const names = [...Object.keys(trawl), ...verbs.filter((name) => name !== 'withOptions')];
    expect(names.length).toBeGreaterThan(20);
    expect(names.filter((name) => !(name in sdk))).toEqual([]);
  });

  it('does not show its key', () => {
    const connection = connect({ baseUrl: 'http://127.0.0.1:1', apiKey: 'hush-hush' });
    expect(JSON.stringify(connection) + String(connection)).not.toContain('hush');
  });
});
