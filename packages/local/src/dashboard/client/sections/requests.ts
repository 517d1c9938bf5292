import type { ExchangeView, RequestView } from '../../../operator/views.js';
import { copyButton, facts, jsonBlock, note, textBlock, warningNote } from '../content.js';
import { curlOf } from '../curl.js';
import { type Child, h } from '../dom.js';
import { joinParts, sizeOf, timeOf, tookOf } from '../format.js';
import { listSection, type Row } from '../list.js';

export const requests = listSection<RequestView[], ExchangeView>({
  name: 'requests',
  title: 'Requests',
  empty: () => [
    h(
      'p',
      {},
      'No request yet. Point a program at this server, and each of its calls appears here. Or ',
      h('a', { href: '#/scrape' }, 'scrape a page'),
      '.',
    ),
    h('pre', {}, `export TRAWL_BASE_URL=${location.origin}`),
    h('pre', {}, `curl ${location.origin}/v2/scrape --json '{"url": "https://example.com"}'`),
  ],
  path: () => 'journal?limit=500',
  hasFailures: true,
  rows: (entries) => entries.map(rowOf),
  detailPath: ({ ids: [number = ''] }) => `journal/${encodeURIComponent(number)}`,
  detail: detailOf,
});

function rowOf(request: RequestView): Row {
  const { number, at, method, path, asked, status, durationMs, result, bytes, failed, refused, fault } = request;
  const problem = failed ?? refused;
  const isBad = status === undefined || status >= 400 || problem !== undefined;
  const size = bytes === undefined ? undefined : sizeOf(bytes);
  return {
    key: String(number),
    mood: isBad ? 'bad' : fault === undefined ? 'good' : 'busy',
    state: status === undefined ? 'dropped' : String(status),
    at,
    kind: method,
    title: [path, asked].filter(Boolean).join(' '),
    note: problem ?? fault ?? joinParts(result, size),
    took: tookOf(durationMs),
  };
}

function detailOf(exchange: ExchangeView): Child[] {
  const { method, path, asked, status, at, durationMs, operation, team, bytes, result } = exchange;
  const { request, response, query, omitted, failed, refused, fault } = exchange;
  const markdown = markdownOf(response);
  const warning = warningOf(response);
  const needsKey = team !== 'local' && team !== 'keyless';
  return [
    h('h2', {}, `${method} ${path}`),
    note(failed ?? refused, 'bad'),
    note(fault && `A fault was applied: ${fault}.`, 'busy'),
    note(omitted),
    warning !== undefined && warningNote(warning),
    facts({
      Asked: asked,
      Status: status ?? 'dropped',
      Result: joinParts(result, bytes !== undefined && sizeOf(bytes)),
      Time: timeOf(at),
      Took: tookOf(durationMs),
      Operation: operation,
      Team: team === 'local' ? undefined : team,
    }),
    query && jsonBlock('Query', query),
    request !== undefined &&
      jsonBlock(
        'Request',
        request,
        copyButton('Copy as curl', curlOf({ method, path, body: request, needsKey }), 'the request'),
      ),
    markdown !== undefined && textBlock('Markdown', markdown),
    response !== undefined && jsonBlock('Response', response),
  ];
}

function markdownOf(response: unknown): string | undefined {
  const { data } = (response ?? {}) as { data?: { markdown?: unknown } };
  return typeof data?.markdown === 'string' ? data.markdown : undefined;
}

/** The warning of a response, or of its document. */
function warningOf(response: unknown): string | undefined {
  const { warning, data } = (response ?? {}) as { warning?: unknown; data?: { warning?: unknown } };
  return [warning, data?.warning].find((each) => typeof each === 'string');
}
