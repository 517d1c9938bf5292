import type { DocumentView, JobDetail, JobView } from '../../../operator/views.js';
import { askingButton, type Run } from '../action.js';
import { send } from '../api.js';
import { facts, jsonBlock, note, warningNote } from '../content.js';
import { type Child, h, pageLink } from '../dom.js';
import { countOf, joinParts, timeOf, tookOf } from '../format.js';
import { listSection, type Row } from '../list.js';
import { hashOf, type Route } from '../route.js';

export const jobs = listSection<JobView[], JobDetail>({
  name: 'jobs',
  title: 'Jobs',
  empty: () => [h('p', {}, 'No job yet. Crawls, batches, agents and extractions appear here while they run.')],
  path: () => 'jobs',
  hasFailures: true,
  rows: (list) => list.map(rowOf),
  detailPath: ({ ids: [id = ''], params }) =>
    `jobs/${encodeURIComponent(id)}?skip=${encodeURIComponent(params.get('skip') ?? '0')}`,
  detail: detailOf,
});

const MOODS = { scraping: 'busy', completed: 'good', failed: 'bad', cancelled: 'quiet' } as const;

function rowOf(job: JobView): Row {
  const { id, kind, status, url, asked, completed, total, failed, credits, createdAt, endedAt, problem, warnings } =
    job;
  const isOfPages = kind === 'crawl' || kind === 'batch_scrape';
  const progressText = countOf(completed, isOfPages ? 'page' : 'step');
  const progress = isOfPages && status === 'scraping' ? `${completed} of ${countOf(total, 'page')}` : progressText;
  return {
    key: id,
    mood: status !== 'cancelled' && (failed > 0 || problem !== undefined) ? 'bad' : MOODS[status],
    state: status !== 'scraping' ? STATES[status] : isOfPages ? `${percentOf(job)} %` : 'works',
    at: createdAt,
    kind: nameOf(kind).toLowerCase(),
    title: asked ?? url ?? (kind in KINDS ? 'not shown: it was asked to keep nothing' : id),
    note:
      problem ??
      joinParts(
        progress,
        failed > 0 && `${failed} failed`,
        warnings.length > 0 && countOf(warnings.length, 'warning'),
        countOf(credits, 'credit'),
      ),
    ...(endedAt !== undefined && { took: tookOf(Date.parse(endedAt) - Date.parse(createdAt)) }),
  };
}

const KINDS: Readonly<Record<string, string>> = {
  crawl: 'Crawl',
  batch_scrape: 'Batch',
  agent: 'Agent',
  extract: 'Extract',
};

const nameOf = (kind: string): string => KINDS[kind] ?? kind;

const STATES = { completed: 'done', failed: 'failed', cancelled: 'ended' } as const;

const percentOf = ({ completed, total }: JobView): number => (total === 0 ? 0 : Math.floor((100 * completed) / total));

function detailOf(job: JobDetail, route: Route, run: Run): Child[] {
  const { id, kind, status, url, asked, completed, total, failed, credits, createdAt, endedAt, problem, team } = job;
  const isOfPages = kind === 'crawl' || kind === 'batch_scrape';
  return [
    h(
      'h2',
      {},
      isOfPages ? `${nameOf(kind)} of ${url ?? 'pages that are not shown'}` : `${nameOf(kind)}: ${asked ?? url ?? id}`,
    ),
    note(problem, 'bad'),
    job.warnings.map(warningNote),
    note(job.omitted),
    status === 'scraping' && h('div', { class: 'buttons' }, cancelButton(id, run)),
    isOfPages &&
      h('progress', { max: String(Math.max(total, 1)), value: String(completed), 'aria-label': 'Pages scraped' }),
    facts({
      Status: status,
      Pages: isOfPages ? `${completed} of ${total}` : undefined,
      Steps: isOfPages ? undefined : completed,
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
    job.result !== undefined && jsonBlock('Result', job.result),
    job.request !== undefined && jsonBlock('Request', job.request),
  ];
}

function documentOf({ url, title, status, error, warning, markdown }: DocumentView): Child {
  const isBad = error !== undefined || (status !== undefined && status >= 400);
  return h(
    'details',
    { 'data-key': url, ...(isBad && { class: 'bad' }) },
    h('summary', {}, h('span', { class: `state ${isBad ? 'bad' : 'good'}` }, String(status ?? '')), ` ${title || url}`),
    h('p', {}, pageLink(url)),
    note(error, 'bad'),
    warning !== undefined && warningNote(warning),
    markdown === undefined ? h('p', {}, 'Its Markdown was not asked for.') : h('pre', { tabindex: '0' }, markdown),
  );
}

function cancelButton(id: string, run: Run): HTMLElement {
  const question = {
    title: 'Cancel this job?',
    text: 'It reads no more pages and does not go on. What it has brought stays, and so do its credits.',
    yes: 'Cancel the job',
    no: 'Let it run',
  };
  const cancel = () => run(() => send('DELETE', `jobs/${id}`), 'The job is cancelled.');
  return askingButton('Cancel…', question, cancel, 'small danger');
}

function pager({ id, next, documents, completed }: JobDetail, { params }: Route): Child {
  const skip = Number(params.get('skip') ?? '0');
  const link = (name: string, start: number) => {
    const newParams = new URLSearchParams(params);
    newParams.set('skip', String(start));
    return h('a', { href: hashOf('jobs', [id], newParams) }, name);
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
