import type { Trawl } from '@trawl/sdk';
import {
  listActivity,
  listCreditUsageHistory,
  listTokenUsageHistory,
  replaceThreatProtection,
} from '../generated/flags.js';
import type { CommandContext, CommandSpec } from './command.js';

type PolicyInput = Parameters<Trawl['team']['replaceThreatProtection']>[0];

/** A command that prints one answer and takes nothing. */
const show = (
  name: string,
  summary: string,
  fetchResult: (context: CommandContext) => PromiseLike<unknown>,
  more: Partial<CommandSpec> = {},
): CommandSpec => ({
  name: `team ${name}`,
  summary,
  arguments: [],
  examples: [`trawl team ${name}`],
  async run(context) {
    await context.output.one(await fetchResult(context));
    return undefined;
  },
  ...more,
});

/** Credits, tokens, queue, activity and policies of the team. */
export const teamCommands: readonly CommandSpec[] = [
  show('credits', 'Show what is left of the credits', ({ trawl, signal }) => trawl.team.credits({ signal })),
  show(
    'credit-history',
    'Show the credits used in each billing period',
    ({ trawl, request, signal }) => trawl.team.creditHistory(request, { signal }),
    { flags: listCreditUsageHistory },
  ),
  show('tokens', 'Show what is left of the tokens', ({ trawl, signal }) => trawl.team.tokens({ signal })),
  show(
    'token-history',
    'Show the tokens used in each billing period',
    ({ trawl, request, signal }) => trawl.team.tokenHistory(request, { signal }),
    { flags: listTokenUsageHistory },
  ),
  show('queue', 'Show how many jobs wait and run', ({ trawl, signal }) => trawl.team.queue({ signal })),
  show('concurrency', 'Show how many requests run, and how many may', ({ trawl, signal }) =>
    trawl.team.concurrency({ signal }),
  ),
  {
    name: 'team activity',
    summary: 'List the latest calls, a line of JSON each',
    arguments: [],
    flags: listActivity.filter(({ name }) => name !== 'cursor'),
    examples: ['trawl team activity --limit 5'],
    async run({ trawl, request, output, signal }) {
      await output.items(trawl.team.activity(request, { signal }));
      return undefined;
    },
  },
  show('threat-protection', 'Show which domains are refused', ({ trawl, signal }) =>
    trawl.team.threatProtection({ signal }),
  ),
  {
    name: 'team set-threat-protection',
    summary: 'Set which domains are refused; replaces the whole policy',
    arguments: [],
    flags: replaceThreatProtection,
    examples: ['trawl team set-threat-protection --mode normal --blacklist bad.example.com'],
    async run({ trawl, request, output, signal }) {
      await output.one(await trawl.team.replaceThreatProtection(request as PolicyInput, { signal }));
      return undefined;
    },
  },
];
