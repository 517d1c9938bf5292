import { printableLine } from '@trawl/base/printable';
import type { Trawl } from '@trawl/sdk';
import type { Flag } from '../flags/flag.js';
import { numberFrom } from '../flags/value.js';
import { createMonitor, getMonitorCheck, listMonitorChecks, updateMonitor } from '../generated/flags.js';
import { UsageError } from '../usage-error.js';
import type { Argument, CommandSpec } from './command.js';

const MONITOR: Argument = { name: 'monitor', description: 'The id of the monitor.', required: true };
const CHECK: Argument = { name: 'check', description: 'The id of the check.', required: true };
const LIMIT = { usage: '--limit <number>', description: 'How many at most. [default all]' };
/** A list takes its limit from the command line, which knows no pages. */
const filtersOf = (flags: readonly Flag[]): Flag[] => flags.filter(({ name }) => name === 'status');

type CreateInput = Parameters<Trawl['monitors']['create']>[0];
type UpdateInput = Parameters<Trawl['monitors']['update']>[1];

/** Recurring checks of pages, sites and searches. */
export const monitorCommands: readonly CommandSpec[] = [
  {
    name: 'monitor create',
    summary: 'Watch pages, sites or searches on a schedule',
    details:
      'With URLs it watches these pages. For a site or a search, give --targets. It prints the id of the monitor.',
    arguments: [{ name: 'url', description: 'Pages to watch.', many: true }],
    flags: createMonitor,
    ownFlags: [{ usage: '--every <time>', description: 'How often, such as 30m, 1h, 1d or 1w.' }],
    examples: [
      'trawl monitor create https://example.com --every 1h',
      `trawl monitor create --name Prices --schedule-cron "0 * * * *" --targets '{"type":"scrape","urls":["https://example.com"]}'`,
    ],
    async run({ trawl, args, own, request, output, signal }) {
      const input = { ...nameOf(args), ...request, ...targetsOf(args, request), ...scheduleOf(own.every, request) };
      const monitor = await trawl.monitors.create(input as CreateInput, { signal });
      await output.one(monitor, monitor.id);
      return undefined;
    },
  },
  {
    name: 'monitor list',
    summary: 'List the monitors of the team',
    details: 'A line has the id, the status, the name, the next run, and what is watched, with tabs between them.',
    arguments: [],
    ownFlags: [LIMIT],
    examples: ['trawl monitor list'],
    async run({ trawl, own, output, signal }) {
      const monitors = trawl.monitors.list(limitOf(own.limit), { signal });
      await output.items(monitors, ({ id, status, name, nextRunAt, targets }) =>
        [id, status, name, nextRunAt, targets?.map(addressOf).join(' ')]
          .map((text) => printableLine(text ?? ''))
          .join('\t'),
      );
      return undefined;
    },
  },
  {
    name: 'monitor get',
    summary: 'Show a monitor',
    arguments: [MONITOR],
    examples: ['trawl monitor get 01a1fbbe-5c1f-7c11-b0a3-aa9d2b8b7c2b'],
    async run({ trawl, args: [id = ''], output, signal }) {
      await output.one(await trawl.monitors.get(id, { signal }));
      return undefined;
    },
  },
  {
    name: 'monitor update',
    summary: 'Change a monitor, or pause it',
    arguments: [MONITOR],
    flags: updateMonitor,
    examples: ['trawl monitor update 01a1fbbe-5c1f-7c11-b0a3-aa9d2b8b7c2b --status paused'],
    async run({ trawl, args: [id = ''], request, output, signal }) {
      await output.one(await trawl.monitors.update(id, request as UpdateInput, { signal }));
      return undefined;
    },
  },
  {
    name: 'monitor delete',
    summary: 'Delete a monitor',
    arguments: [MONITOR],
    examples: ['trawl monitor delete 01a1fbbe-5c1f-7c11-b0a3-aa9d2b8b7c2b'],
    async run({ trawl, args: [id = ''], signal, say }) {
      await trawl.monitors.delete(id, { signal });
      say(`Monitor ${id} is deleted.`);
      return undefined;
    },
  },
  {
    name: 'monitor run',
    summary: 'Check now, apart from the schedule',
    arguments: [MONITOR],
    examples: ['trawl monitor run 01a1fbbe-5c1f-7c11-b0a3-aa9d2b8b7c2b'],
    async run({ trawl, args: [id = ''], output, signal }) {
      const check = await trawl.monitors.run(id, { signal });
      await output.one(check, check.id);
      return undefined;
    },
  },
  {
    name: 'monitor checks',
    summary: 'List the checks of a monitor, the latest first',
    arguments: [MONITOR],
    flags: filtersOf(listMonitorChecks),
    ownFlags: [LIMIT],
    examples: ['trawl monitor checks 01a1fbbe-5c1f-7c11-b0a3-aa9d2b8b7c2b --limit 5'],
    async run({ trawl, args: [id = ''], own, request, output, signal }) {
      const checks = trawl.monitors.checks(id, { ...request, ...limitOf(own.limit) }, { signal });
      await output.items(checks, (check) => [check.id, check.status, check.startedAt ?? check.createdAt].join('\t'));
      return undefined;
    },
  },
  {
    name: 'monitor check',
    summary: 'List the pages of a check, with what changed',
    arguments: [MONITOR, CHECK],
    flags: filtersOf(getMonitorCheck),
    ownFlags: [LIMIT],
    examples: ['trawl monitor check 01a1fbbe-5c1f-7c11-b0a3-aa9d2b8b7c2b 01a1fbbe-6e20-7d44-9a51-2f6f0c3d4e5f'],
    async run({ trawl, args: [id = '', check = ''], own, request, output, signal }) {
      await output.items(trawl.monitors.pages(id, check, { ...request, ...limitOf(own.limit) }, { signal }));
      return undefined;
    },
  },
];

/** A monitor of pages is called by the first of them, unless it has a name. */
function nameOf([url, ...others]: readonly string[]) {
  if (url === undefined) return {};
  return { name: others.length > 0 ? `${url} and ${others.length} more` : url };
}

function targetsOf(urls: readonly string[], { targets }: Readonly<Record<string, unknown>>) {
  if (urls.length === 0) return {};
  if (targets !== undefined) throw new UsageError('Give either URLs or --targets.');
  return { targets: [{ type: 'scrape', urls }] };
}

/** The units of `--every`, and their names in a schedule. */
const UNITS: Readonly<Record<string, string>> = { m: 'minutes', h: 'hours', d: 'days', w: 'weeks' };

function scheduleOf(every: string | boolean | undefined, { schedule }: Readonly<Record<string, unknown>>) {
  if (every === undefined) return {};
  const { cron, text } = Object(schedule) as { cron?: unknown; text?: unknown };
  if (cron !== undefined || text !== undefined)
    throw new UsageError('Give one of --every, --schedule-cron and --schedule-text.');
  const [, count, unit = ''] = /^0*([1-9]\d{0,3})([mhdw])$/.exec(String(every)) ?? [];
  if (!count)
    throw new UsageError(`--every must be a number with m, h, d or w, such as 30m, 1h, 1d or 1w, not "${every}".`);
  return { schedule: { ...Object(schedule), text: `every ${count} ${UNITS[unit]}` } };
}

/** What a target watches: the addresses of pages, that of a site, or the queries of a search. */
function addressOf(target: object): string {
  const { urls, url, queries, query } = target as Readonly<Record<string, unknown>>;
  return [urls ?? url ?? queries ?? query ?? []].flat().join(' ');
}

const limitOf = (value: string | boolean | undefined): { limit?: number } =>
  value === undefined ? {} : { limit: numberFrom({ name: 'limit', kind: 'integer' }, String(value)) };
