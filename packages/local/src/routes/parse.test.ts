import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import { eventually } from '../../test/eventually.js';
import { startPageService } from '../../test/page/service.js';
import { createBodyMemory } from '../request-body/body-memory.js';

const service = startPageService();
const pdf = readFileSync(new URL('../../../convert/test/documents/report.pdf', import.meta.url));

afterAll(() => service.close());

function form(name: string, content: string | Uint8Array<ArrayBuffer>, options?: unknown, type = ''): FormData {
  const data = new FormData();
  data.set('file', new File([content], name, { type }));
  if (options !== undefined) data.set('options', typeof options === 'string' ? options : JSON.stringify(options));
  return data;
}

const parse = (body: FormData | object, team?: string) => service.call<'parseFile'>('POST', '/v2/parse', body, team);

describe('a file', () => {
  test('of HTML returns the requested formats', async () => {
    const html = '<main><h1>H</h1><a href="/x">l</a></main>';
    const { status, body } = await parse(form('a.html', html, { formats: ['markdown', 'links'] }, 'text/html'));
    expect([status, body]).toMatchObject([
      200,
      {
        success: true,
        data: {
          markdown: expect.stringContaining('# H'),
          links: ['https://parse.invalid/x'],
          metadata: { sourceURL: 'a.html', statusCode: 200, contentType: 'text/html', creditsUsed: 1 },
        },
      },
    ]);
    const { scrapeId } = body.data.metadata;
    expect((await service.call<'getScrape'>('GET', `/v2/scrape/${scrapeId}`)).body).toEqual(body);
    expect(await service.ledger.find('a', scrapeId)).toMatchObject({ endpoint: 'parse', target: 'a.html' });
  });

  test('is what its name says, whatever its media type is', async () => {
    const { body } = await parse(form('a.csv', 'a,b\n1,2\n', undefined, 'application/vnd.ms-excel'));
    expect(body.data.markdown).toBe('| a | b |\n| --- | --- |\n| 1 | 2 |');
  });

  test.each(['a "draft".txt', '50 %.txt', "it's 1; 2.txt", 'ä 語 🎈.txt'])('keeps its name: %s', async (name) => {
    expect((await parse(form(name, 'Text.'))).body.data.metadata.sourceURL).toBe(name);
  });

  test('that is a PDF says how many pages it has, and costs as many credits', async () => {
    const { numPages, totalPages, creditsUsed } = (await parse(form('r.pdf', new Uint8Array(pdf)))).body.data.metadata;
    expect(numPages).toBeGreaterThan(0);
    expect([totalPages, creditsUsed]).toEqual([numPages, numPages]);
  });

  test('that is a PDF comes as it is when no parser is wanted', async () => {
    const { body } = await parse(form('r.pdf', new Uint8Array(pdf), { parsers: [] }));
    expect(Buffer.from(body.data.markdown, 'base64').equals(pdf)).toBe(true);
    expect(body.data.warning).toBeUndefined();
  });

  test('that is a PDF and comes as it is has nothing else to give, and says so', async () => {
    const options = { parsers: [], formats: ['html', { type: 'json', schema: { type: 'object' } }] };
    const { body } = await parse(form('r.pdf', new Uint8Array(pdf), options));
    expect(Object.keys(body.data)).toEqual(['markdown', 'metadata', 'warning']);
    expect(body.data.warning).toMatch(/html, json .*`parsers` is empty/);
  });

  test('is forgotten with zero data retention', async () => {
    const { body } = await parse(form('a.txt', 'x', { zeroDataRetention: true }), 'zdr');
    expect(
      (await service.call<'getScrape'>('GET', `/v2/scrape/${body.data.metadata.scrapeId}`, undefined, 'zdr')).status,
    ).toBe(404);
    expect(await service.ledger.entries('zdr', { limit: 1 })).toMatchObject([{ target: null }]);
  });
});

describe('no document comes of', () => {
  const other = new FormData();
  other.set('upload', new File(['x'], 'a.html'));
  const twice = form('a.html', 'x');
  twice.append('file', new File(['y'], 'b.html'));
  const noFile = new FormData();
  noFile.set('options', '{}');

  test.each<[string, FormData, number, string, string]>([
    ['a file of a kind that is not read', form('a.png', 'x'), 400, 'UNSUPPORTED_FILE_TYPE', '.html, .htm'],
    ['a file without an extension', form('README', 'x'), 400, 'UNSUPPORTED_FILE_TYPE', '.pdf'],
    ['an empty file', form('a.pdf', ''), 500, 'SCRAPE_ALL_ENGINES_FAILED', 'The file "a.pdf" is empty. Check that'],
    [
      'a broken PDF',
      form('b.pdf', '%PDF-1.7 broken'),
      500,
      'SCRAPE_ALL_ENGINES_FAILED',
      'The file "b.pdf" cannot be read: The PDF is broken',
    ],
    ['another field', other, 400, 'BAD_REQUEST', 'Unexpected field "upload"'],
    ['a form without a file', noFile, 400, 'BAD_REQUEST', '`file`'],
    ['a form with a part twice', twice, 400, 'BAD_REQUEST', 'the part `file` more than once'],
    ['options that are nested too deep', form('a.html', 'x', '['.repeat(5_000)), 400, 'BAD_REQUEST', '100 levels'],
    ['options that are not JSON', form('a.html', 'x', '{'), 400, 'BAD_REQUEST', 'not JSON'],
    ['an option that nobody knows', form('a.html', 'x', { foo: 1 }), 400, 'BAD_REQUEST', 'Unrecognized key'],
    ['options of the wrong type', form('a.html', 'x', { timeout: 'long' }), 400, 'BAD_REQUEST', 'Bad Request'],
    [
      'a format that only pages have',
      form('a.html', 'x', { formats: ['markdown', 'screenshot'] }),
      400,
      'PARSE_UNSUPPORTED_OPTIONS',
      'Parse uploads do not support screenshot output.',
    ],
  ])('%s', async (_, body, status, code, words) => {
    expect(await parse(body)).toMatchObject({ status, body: { code, error: expect.stringContaining(words) } });
  });
});

test.each([
  [{ actions: [{ type: 'wait', milliseconds: 1 }] }, 'do not support actions'],
  [{ formats: ['markdown', 'branding'] }, 'do not support branding output'],
  [{ formats: ['markdown', { type: 'changeTracking' }] }, 'do not support change tracking'],
  [{ waitFor: 1 }, 'do not support waitFor'],
  [{ location: { country: 'DE' } }, 'do not support location overrides'],
  [{ mobile: true }, 'do not support mobile rendering'],
  [{ proxy: 'enhanced' }, 'only support proxy values of auto or basic'],
])('an option that a file cannot have is refused in a form and beside a reference: %o', async (options, words) => {
  for (const body of [form('a.html', 'x', options), { uploadRef: 'x', ...options }]) {
    expect(await parse(body)).toEqual({
      status: 400,
      body: { success: false, code: 'PARSE_UNSUPPORTED_OPTIONS', error: `Parse uploads ${words}.` },
    });
  }
});

describe('an upload', () => {
  const ticketFor = (body: object, team?: string) =>
    service.call<'createUploadUrl'>('POST', '/v2/parse/upload-url', body, team);
  const put = (url: string, content: string) => service.call('PUT', url, new TextEncoder().encode(content));

  test('is put where its URL says, and parsed by its reference', async () => {
    const { body } = await ticketFor({ filename: 'a.md', contentType: 'text/markdown', declaredSizeBytes: 6 });
    const { uploadUrl, uploadRef, method, headers, expiresAt } = body.data;
    expect(new URL(uploadUrl).host).toBe('127.0.0.1:3002');
    expect([method, headers]).toEqual(['PUT', { 'Content-Type': 'text/markdown' }]);
    expect(Date.parse(expiresAt)).toBeGreaterThan(service.clock.now());
    expect((await parse({ uploadRef })).body).toMatchObject({ code: 'BAD_REQUEST' });
    expect(await put(uploadUrl, '# Oaks')).toEqual({ status: 200, body: { success: true } });
    expect(await parse({ uploadRef, options: { formats: ['markdown'] } })).toMatchObject({
      status: 400,
      body: { details: [{ message: 'Unrecognized key: "options"' }] },
    });
    expect((await parse({ uploadRef }, 'b')).status).toBe(400);
    expect((await parse({ uploadRef, formats: ['markdown'], onlyMainContent: true })).body).toMatchObject({
      data: { markdown: '# Oaks', metadata: { title: 'Oaks', contentType: 'text/markdown', sourceURL: 'a.md' } },
    });
    expect(await parse({ uploadRef, formats: ['links'] })).toMatchObject({
      status: 400,
      body: { error: 'Uploaded file is not available. Upload the file before parsing.' },
    });
    expect((await put(uploadUrl.replace(uploadRef, 'guessed'), 'x')).status).toBe(403);
  });

  test('is refused for a file that could not be parsed', async () => {
    expect((await ticketFor({ filename: 'a.exe' })).body).toMatchObject({ code: 'UNSUPPORTED_FILE_TYPE' });
    expect((await ticketFor({ filename: 'A.DOC' })).body).toMatchObject({
      code: 'UNSUPPORTED_FILE_TYPE',
      error: expect.stringMatching(/This server has no reader for \.doc: save the file as \.docx\.$/),
    });
    for (const filename of ['a.pptx', 'a.epub', 'a.xlsb']) expect((await ticketFor({ filename })).status).toBe(200);
    expect((await ticketFor({ filename: 'a.pdf', declaredSizeBytes: 10 ** 9 })).status).toBe(400);
    expect(await ticketFor({ filename: 'a.html', contentLength: 20 })).toMatchObject({
      status: 400,
      body: { code: 'BAD_REQUEST', error: 'Unrecognized key: "contentLength"' },
    });
  });

  test('comes to nothing after its time', async () => {
    const { uploadUrl } = (await ticketFor({ filename: 'a.md' }, 'late')).body.data;
    await service.clock.advance(15 * 60_000);
    expect((await put(uploadUrl, 'x')).status).toBe(410);
  });
});

describe('the bodies of all calls', () => {
  const MOST = 200_000;
  const small = startPageService(createBodyMemory({ maxBytes: MOST, maxBytesOfGroup: (MOST * 3) / 4 }));
  afterAll(() => small.close());

  /** A body that comes slowly: as many bytes, and then nothing until it is ended. */
  function slow(bytes: number) {
    let end = () => {};
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new Uint8Array(bytes));
        end = () => controller.close();
      },
    });
    return { body, end: () => end() };
  }

  const uploadUrl = async () =>
    (await small.call<'createUploadUrl'>('POST', '/v2/parse/upload-url', { filename: 'a.txt' })).body.data.uploadUrl;
  const scrape = (bytes: number) => small.call('POST', '/v2/scrape', { url: 5, includeTags: [' '.repeat(bytes)] });

  test('have a bounded memory together, which each of them gives back', async () => {
    const url = await uploadUrl();
    const first = slow((MOST * 3) / 4 - 1_000);
    const upload = small.call('PUT', url, first.body);
    await eventually(async () => (await small.call('PUT', url, slow(2_000).body)).status).toBe(503);
    const full = { success: false, error: expect.stringContaining('memory') };
    expect(await scrape(90_000)).toEqual({ status: 503, body: full });
    // There is always room for what is small.
    expect(await scrape(100)).toMatchObject({ status: 400 });
    first.end();
    expect(await upload).toEqual({ status: 200, body: { success: true } });
    expect(await scrape(90_000)).toMatchObject({ status: 400 });
  });

  test('give way to those of a team that has less, and a team does not get all', async () => {
    const urls = { a: await uploadUrl(), b: await uploadUrl(), c: await uploadUrl() };
    const most = slow((MOST * 3) / 4);
    const large = small.call('PUT', urls.a, most.body, 'a');
    await eventually(async () => (await small.call('PUT', urls.a, slow(2_000).body, 'a')).status).toBe(503);
    const [less, least] = [slow(MOST / 4), slow(20_000)];
    const others = [small.call('PUT', urls.b, less.body, 'b'), small.call('PUT', urls.c, least.body, 'c')];
    expect((await large).status).toBe(503);
    less.end();
    least.end();
    expect((await Promise.all(others)).map(({ status }) => status)).toEqual([200, 200]);
  });

  test('are refused beyond it with the time to wait', async () => {
    const request = new Request(await uploadUrl(), { method: 'PUT', body: new Uint8Array(MOST + 1) });
    expect((await small.fetchApi(request)).headers.get('retry-after')).toBe('1');
  });
});
