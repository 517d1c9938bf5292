import { describe, expect, it } from 'vitest';
import { clientOf } from '../../test/client.js';
import { empty, json, MisbehavingServer } from '../../test/misbehaving-server.js';
import { failureOf, KEY } from '../../test/sending.js';
import { ConfigurationError } from '../errors/index.js';

const bytes = new TextEncoder().encode('%PDF-1.7');

describe('an upload', () => {
  it('goes from its ticket to the parsed page', async () => {
    await using server = await MisbehavingServer.start();
    const ticket = {
      uploadUrl: `${server.url}/v2/parse/upload/u%201?uploadRef=signed.ref`,
      uploadRef: 'signed.ref',
      method: 'PUT',
      headers: { 'Content-Type': 'application/pdf' },
    };
    server.will(
      json({ success: true, data: ticket }),
      empty(),
      json({ success: true, data: { markdown: '# Report', metadata: { sourceURL: 'report.pdf' } } }),
    );
    const trawl = clientOf(server);
    const { uploadRef, ...rest } = await trawl.uploads.create('report.pdf', { declaredSizeBytes: 8 });
    expect(await trawl.uploads.put({ uploadRef, ...rest }, bytes)).toBeUndefined();
    expect((await trawl.parse({ uploadRef }, { formats: ['markdown'] })).markdown).toBe('# Report');
    const [created, put, parsed] = server.received;
    expect(JSON.parse(created?.body ?? '')).toEqual({ filename: 'report.pdf', declaredSizeBytes: 8 });
    expect(put).toMatchObject({
      method: 'PUT',
      path: '/v2/parse/upload/u%201?uploadRef=signed.ref',
      body: '%PDF-1.7',
      headers: { 'content-type': 'application/pdf', authorization: `Bearer ${KEY}` },
    });
    expect(JSON.parse(parsed?.body ?? '')).toEqual({ uploadRef: 'signed.ref', formats: ['markdown'] });
  });

  it('goes below the path of the base URL, whatever scheme a proxy made the server believe in', async () => {
    await using server = await MisbehavingServer.start(empty());
    const uploadUrl = `${server.url.replace('http:', 'https:')}/api/v2/parse/upload/u-1?uploadRef=r`;
    const trawl = clientOf(server, { baseUrl: `${server.url}/api/` });
    await trawl.uploads.put({ uploadUrl, uploadRef: 'r' }, new Blob([bytes]));
    expect(server.received[0]).toMatchObject({ path: '/api/v2/parse/upload/u-1?uploadRef=r', body: '%PDF-1.7' });
    expect(server.received[0]?.headers['content-type']).toBe('application/octet-stream');
  });

  it.each(['https://storage.test/v2/parse/upload/u-1?signature=s', '/some/other/path/u-1', 'http://'])(
    'to %s is refused, and nothing is sent',
    async (uploadUrl) => {
      await using server = await MisbehavingServer.start(empty());
      const error = await failureOf(clientOf(server).uploads.put({ uploadUrl, uploadRef: 'r' }, bytes));
      expect(error).toBeInstanceOf(ConfigurationError);
      expect(error.message).toBe('uploadUrl does not lead to this service: put the file there without your key.');
      expect(error.message).not.toContain('signature');
      expect(server.received).toEqual([]);
    },
  );
});
