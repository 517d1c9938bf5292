import type {
  CheckDetail,
  CheckedPageView,
  CheckSummary,
  MonitorDetail,
  MonitorView,
} from '../../../operator/views.js';
import { actionButton, type Run } from '../action.js';
import { send } from '../api.js';
import { diffBlock, facts, jsonBlock, note, warningNote } from '../content.js';
import { type Child, h, pageLink } from '../dom.js';
import { countOf, joinParts, timeOf } from '../format.js';
import { listSection, type Row } from '../list.js';
import { hashOf, type Route } from '../route.js';

export const monitors = listSection<MonitorView[], MonitorDetail | CheckDetail>({
  name: 'monitors',
  title: 'Monitors',
  empty: () => [h('p', {}, 'No monitor yet. A monitor looks at pages by a schedule, and reports what has changed.')],
  path: () => 'monitors',
  hasFailures: true,
  rows: (list) => list.map(rowOf),
  detailPath: ({ ids: [id = '', check] }) =>
    `monitors/${encodeURIComponent(id)}${check === undefined ? '' : `/checks/${encodeURIComponent(check)}`}`,
  detail: (detail, route, run) => ('pages' in detail ? checkDetail(detail, route) : monitorDetail(detail, run)),
});

function rowOf({ id, name, status, targets, isRunning, nextRunAt, lastRunAt, summary, schedule }: MonitorView): Row {
  const isActive = status === 'active';
  const hasFailed = (summary?.error ?? 0) > 0;
  return {
    key: id,
    mood: hasFailed ? 'bad' : isRunning ? 'busy' : isActive ? 'good' : 'quiet',
    state: isRunning ? 'runs' : status,
    at: lastRunAt ?? nextRunAt ?? '',
    kind: '',
    title: `${name}: ${targets.join(', ')}`,
    note: summary ? summaryOf(summary) : schedule,
  };
}

const summaryOf = ({ totalPages = 0, changed = 0, new: added = 0, removed = 0, error = 0 }: CheckSummary): string =>
  joinParts(
    countOf(totalPages, 'page'),
    changed > 0 && `${changed} changed`,
    added > 0 && `${added} new`,
    removed > 0 && `${removed} removed`,
    error > 0 && `${error} failed`,
  );

function monitorDetail(monitor: MonitorDetail, run: Run): Child[] {
  const { id, name, status, schedule, targets, nextRunAt, lastRunAt, checks, request, isRunning } = monitor;
  const check = () => run(() => send('POST', `monitors/${id}/run`), 'The check has begun.');
  return [
    h('h2', {}, name),
    facts({
      Status: status,
      Schedule: schedule,
      Watches: h('ul', { class: 'plain' }, ...targets.map((target) => h('li', {}, pageLink(target)))),
      'Last check': lastRunAt && timeOf(lastRunAt),
      'Next check': nextRunAt && timeOf(nextRunAt),
      Id: id,
    }),
    h(
      'div',
      { class: 'buttons' },
      isRunning ? h('p', { class: 'note busy' }, 'A check runs.') : actionButton('Run now', check),
    ),
    h('h3', {}, 'Checks'),
    checks.length === 0 && h('p', {}, 'None yet.'),
    h(
      'ul',
      { class: 'plain' },
      ...checks.map((check) =>
        h(
          'li',
          { class: check.status === 'failed' || (check.summary.error ?? 0) > 0 ? 'bad' : 'good' },
          h('a', { href: hashOf('monitors', [id, check.id]) }, check.createdAt ? timeOf(check.createdAt) : check.id),
          ` ${joinParts(check.status, summaryOf(check.summary), check.error)}`,
        ),
      ),
    ),
    jsonBlock('Monitor', request),
  ];
}

function checkDetail(check: CheckDetail, { ids: [id = ''] }: Route): Child[] {
  const { status, trigger, createdAt, finishedAt, summary, credits, error, pages, hasMore } = check;
  return [
    h('h2', {}, 'Check'),
    h('p', {}, h('a', { href: hashOf('monitors', [id]) }, 'All checks of the monitor')),
    note(error, 'bad'),
    facts({
      Status: status,
      Trigger: trigger,
      Result: summaryOf(summary),
      Started: createdAt && timeOf(createdAt),
      Ended: finishedAt && timeOf(finishedAt),
      Credits: credits,
    }),
    pages.map(checkedPage),
    hasMore && note('There are more pages. The API lists them all.'),
  ];
}

function checkedPage({ url, status, diff, error, judgment, warning }: CheckedPageView): Child {
  return h(
    'details',
    { 'data-key': url, open: diff !== undefined, ...(status === 'error' && { class: 'bad' }) },
    h('summary', {}, h('span', { class: `state ${MOODS[status] ?? 'quiet'}` }, status), ` ${url}`),
    note(error, 'bad'),
    note(judgment),
    warning !== undefined && warningNote(warning),
    diff === undefined ? h('p', {}, 'There is no diff.') : diffBlock('What has changed', diff),
  );
}

const MOODS: Readonly<Record<string, string>> = { changed: 'busy', new: 'good', removed: 'bad', error: 'bad' };
