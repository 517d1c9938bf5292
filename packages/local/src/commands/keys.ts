import { OptionError } from '@trawl/base/option-error';
import type { LimitsInput } from '../accounts/api-keys.js';
import type { CommandArguments } from '../settings/command-line.js';
import type { Command, CommandOutput } from './command.js';
import { type ManagedKeys, openKeys } from './managed-keys.js';
import { SERVICE_SETTINGS, URL_FLAG } from './running-service.js';
import { table } from './table.js';

const HELP = `Usage: trawl-local keys add NAME --team TEAM [limits]
       trawl-local keys list
       trawl-local keys limits NAME [limits]
       trawl-local keys revoke NAME

Manages the keys of teams. What is changed counts from the next call on. \`add\` prints
the key, which is shown this once: the service keeps a hash of it.

With --database, or a --storage that no service has open, the command opens it. Otherwise,
it asks the service that runs at --host and --port, with its admin key.`;

/** The word that lifts a limit. */
const NONE = 'none';

export const keysCommand: Command = {
  help: HELP,
  flags: {
    team: { placeholder: 'TEAM', description: 'The team of a new key. Keys of a team share its data and its credits.' },
    scopes: {
      placeholder: 'LIST',
      description: 'What the key may call: operations such as scrapePage, and resources such as crawl, with commas.',
    },
    rate: { placeholder: 'NUMBER', description: 'Calls a minute. For this and the other limits, none lifts it.' },
    concurrency: { placeholder: 'NUMBER', description: 'Calls at once.' },
    credits: { placeholder: 'NUMBER', description: 'Credits a month, of those of the team.' },
    ...URL_FLAG,
  },
  settings: ['storage', 'database', ...SERVICE_SETTINGS],
  async run(input, output) {
    const [action = '', name, ...rest] = input.words;
    const work = ACTIONS[action];
    if (!work || rest.length > 0 || (action === 'list') === (name !== undefined)) {
      throw new OptionError(
        'Say what to do: add NAME, list, limits NAME or revoke NAME. Run with --help to see the options.',
      );
    }
    const limits = limitsFrom(input.values);
    const keys = await openKeys(input.settings, input.values.url);
    try {
      await work({ keys, name: name ?? '', team: input.values.team, limits, output });
    } finally {
      await keys.close();
    }
    return 0;
  },
};

interface ActionInput {
  readonly keys: ManagedKeys;
  readonly name: string;
  readonly team: string | undefined;
  readonly limits: LimitsInput;
  readonly output: CommandOutput;
}

const ACTIONS: Readonly<Record<string, (input: ActionInput) => Promise<void>>> = {
  async add({ keys, name, team, limits, output }) {
    if (team === undefined) throw new OptionError('A key belongs to a team: name it by --team.');
    output.print(await keys.add({ name, team, ...limits }));
    output.say(`The key "${name}" of the team "${team}" is shown this once.`);
  },
  async list({ keys, output }) {
    const rows = (await keys.list()).map((key) => [
      key.name,
      key.team,
      key.revokedAt === undefined ? 'valid' : 'revoked',
      `${key.creditsUsed}${key.credits === undefined ? '' : ` of ${key.credits}`}`,
      String(key.rate ?? '-'),
      String(key.concurrency ?? '-'),
      key.scopes?.join(',') ?? 'all',
      key.createdAt.slice(0, 10),
    ]);
    const header = ['name', 'team', 'state', 'credits', 'rate', 'concurrency', 'scopes', 'created'];
    for (const line of table([header, ...rows])) output.print(line);
  },
  async limits({ keys, name, limits, output }) {
    if (Object.keys(limits).length === 0)
      throw new OptionError('Name a limit: --scopes, --rate, --concurrency or --credits.');
    await keys.setLimits(name, limits);
    output.say(`The limits of the key "${name}" count from now on.`);
  },
  async revoke({ keys, name, output }) {
    await keys.revoke(name);
    output.say(`The key "${name}" is refused from now on. The data of its team stays.`);
  },
};

/** The limits that are named. A null lifts one. */
function limitsFrom(values: CommandArguments['values']): LimitsInput {
  const limits: { -readonly [Name in keyof LimitsInput]: LimitsInput[Name] } = {};
  if (values.scopes !== undefined) limits.scopes = values.scopes === NONE ? null : values.scopes.split(',');
  for (const name of ['rate', 'concurrency', 'credits'] as const) {
    const text = values[name];
    if (text !== undefined) limits[name] = text === NONE ? null : numberFrom(name, text);
  }
  return limits;
}

function numberFrom(name: string, text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  throw new OptionError(`--${name} must be a whole number from 1, or ${NONE}, not "${text}".`);
}
