import type { DocumentView, JobDetail, JobView } from '../../../inspect/views.js';
import { facts, jsonBlock, note } from '../content.js';
import { type Child, h, pageLink } from '../dom.js';
import { counted, joined, timeOf, tookOf } from '../format.js';
import { listSection, type Row } from '../list.js';
import { hashOf, type Route } from '../route.js';

export const jobs = listSection<JobView[], JobDetail>({
  name: 'jobs',
  title: 'Jobs',
  empty: () => [h('p', {}, 'No job yet. Crawls and batches appear here while they run, with their pages.')],
  path: () => 'jobs',
  hasFailures: true,
  rows: (list) => list.map(rowOf),
  detailPath: ({ ids: [id = ''], params }) =>
    `jobs/${encodeURIComponent(id)}?skip=${encodeURIComponent(params.get('skip') ?? '0')}`,
  detail: detailOf,
});

const MOODS = { scraping: 'busy', completed: 'good', failed: 'bad', cancelled: 'quiet' } as const;

function rowOf(job: JobView): Row {
  const { id, kind, status, url, completed, total, failed, credits, createdAt, endedAt, problem } = job;
  const progress = status === 'scraping' ? `${completed} of ${counted(total, 'page')}` : counted(completed, 'page');
  return {
    key: id,
    mood: status !== 'cancelled' && (failed > 0 || problem !== undefined) ? 'bad' : MOODS[status],
    state: status === 'scraping' ? `${percentOf(job)} %` : STATES[status],
    at: createdAt,
    kind: kind === 'crawl' ? 'crawl' : 'batch',
    title: url ?? 'not shown: it was asked to keep nothing',
    note: problem ?? joined(progress, failed > 0 && `${failed} failed`, counted(credits, 'credit')),
    ...(endedAt !== undefined && { took: tookOf(Date.parse(endedAt) - Date.parse(createdAt)) }),
  };
}

const STATES = { completed: 'done', failed: 'failed', cancelled: 'ended' } as const;

const percentOf = ({ completed, total }: JobView): number => (total === 0 ? 0 : Math.floor((100 * completed) / total));

function detailOf(job: JobDetail, route: Route): Child[] {
  const { id, kind, status, url, completed, total, failed, credits, createdAt, endedAt, problem, team, omitted } = job;
  return [
    h('h2', {}, `${kind === 'crawl' ? 'Crawl' : 'Batch'} of ${url ?? 'pages that are not shown'}`),
    note(problem, 'bad'),
    note(omitted),
    h('progress', { max: String(Math.max(total, 1)), value: String(completed), 'aria-label': 'Pages scraped' }),
    facts({
      Status: status,
      Pages: `${completed} of ${total}`,
      Failed: failed > 0 ? failed : undefined,
      Credits: credits,
      Started: timeOf(createdAt),
      Ended: endedAt && timeOf(endedAt),
      Id: id,
      Team: team === 'local' ? undefined : team,
    }),
    job.errors.length > 0 && [
      h('h3', {}, 'Failed'),
      h(
        'ul',
        { class: 'plain' },
        ...job.errors.map((error) => h('li', { class: 'bad' }, pageLink(error.url), ` ${error.error}`)),
      ),
    ],
    job.blocked.length > 0 && [
      h('h3', {}, 'Forbidden by robots.txt'),
      h('ul', { class: 'plain' }, ...job.blocked.map((each) => h('li', {}, pageLink(each)))),
    ],
    job.documents.length > 0 && [h('h3', {}, 'Pages'), job.documents.map(documentOf), pager(job, route)],
    job.request !== undefined && jsonBlock('Request', job.request),
  ];
}

function documentOf({ url, title, status, error, markdown }: DocumentView): Child {
  const isBad = error !== undefined || (status !== undefined && status >= 400);
  return h(
    'details',
    { 'data-key': url, ...(isBad && { class: 'bad' }) },
    h('summary', {}, h('span', { class: `state ${isBad ? 'bad' : 'good'}` }, String(status ?? '')), ` ${title || url}`),
    h('p', {}, pageLink(url)),
    note(error, 'bad'),
    markdown === undefined ? h('p', {}, 'Its Markdown was not asked for.') : h('pre', { tabindex: '0' }, markdown),
  );
}

function pager({ id, next, documents, completed }: JobDetail, { params }: Route): Child {
  const skip = Number(params.get('skip') ?? '0');
  const link = (name: string, to: number) => {
    const changed = new URLSearchParams(params);
    changed.set('skip', String(to));
    return h('a', { href: hashOf('jobs', [id], changed) }, name);
  };
  if (skip === 0 && next === undefined) return undefined;
  return h(
    'p',
    { class: 'pager' },
    skip > 0 && link('Back to the first', 0),
    ` ${skip + 1} to ${skip + documents.length} of ${completed} `,
    next !== undefined && link('Next', next),
  );
}
