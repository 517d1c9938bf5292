import { hostname, userInfo } from 'node:os';
import { printableLine } from '@trawl/base/printable';
import { Command } from 'commander';
import { EXIT, exitStatusOf } from '../exit-status.js';
import { flagNames } from '../flags/flag-names.js';
import type { Stdout } from '../output/stdout.js';
import { readCredentials, serviceAddress, storedKey, writeCredentials } from '../service/credentials.js';
import { adviceWithoutService, runningService } from '../service/default-service.js';
import { keyFor, namedService } from '../service/named-service.js';
import { openPage } from '../service/open-page.js';
import { ask, RefusedSignIn, signIn, UnreachableService, type Verification } from '../service/sign-in.js';
import { UsageError } from '../usage-error.js';
import { explain } from './explanation.js';

type Output = Pick<Stdout, 'writeJson' | 'writeLine'>;

interface Flags {
  readonly baseUrl?: string;
  readonly json?: boolean;
  /** False with `--no-browser`. */
  readonly browser?: boolean;
  readonly apiKeyFile?: string;
}

const { env, stderr } = process;

/** The command `login`: gets a key that somebody confirms at the page of the service, and keeps it. */
export function loginCommand({ writeJson, writeLine }: Output): Command {
  return command('login', 'Get a key by signing in at the page of the service')
    .description(
      'Shows a code, which you confirm at the page of the service: as its operator, or with a key of your team. The key is kept in your configuration for this address alone, and never printed.',
    )
    .option('--no-browser', 'Open no browser; the address is printed. Needed where there is no terminal.')
    .addHelpText('after', '\nExamples:\n  trawl login --base-url https://trawl.example.com')
    .action(async (flags: Flags) => {
      const address = await addressOf(flags);
      if (flags.browser !== false && !stderr.isTTY)
        throw new UsageError(
          'Somebody has to confirm a sign-in, and here is no terminal. In a script, set TRAWL_API_KEY; or give --no-browser, and confirm the code elsewhere.',
        );
      // A key that cannot be kept would be lost, so the file is written first.
      writeCredentials(env, readCredentials(env));
      const { key, name, team } = await signIn({
        address,
        client: `trawl-${userName()}@${hostname()}`,
        onCode: (verification) => showCode(address, verification, flags.browser !== false),
      });
      const credentials = readCredentials(env);
      const services = { ...credentials.services, [address]: { key, name, team } };
      const file = writeCredentials(env, { current: address, services });
      if (flags.json) await writeJson(`${JSON.stringify({ baseUrl: address, team, key: name, file }, null, 2)}\n`);
      else
        await writeLine([
          { text: `Signed in at ${address}${team ? ` as ${team}` : ''}. The key is in ${file}.`, tone: 'good' },
        ]);
    });
}

function showCode(address: string, { userCode, page, pageWithCode, expiresInMs }: Verification, opens: boolean): void {
  const minutes = Math.max(1, Math.round(expiresInMs / 60_000));
  const lines = [
    `To sign in at ${address}, open ${page} and confirm this code within ${minutes} min:`,
    '',
    `    ${userCode}`,
    '',
    ...(/^http:/.test(address) && !isOfThisMachine(address)
      ? ['This address is plain HTTP: others on the way can read the key.']
      : []),
  ];
  stderr.write(`${lines.map(printableLine).join('\n')}\n`);
  if (opens) openPage(pageWithCode, env);
}

function isOfThisMachine(address: string): boolean {
  return /^(?:localhost|127\.[\d.]+|\[::1\])$/.test(new URL(address).hostname);
}

/** The command `logout`: gives the key of a service back, and forgets it. */
export function logoutCommand({ writeLine }: Output): Command {
  return command('logout', 'Revoke the key of a sign-in, and forget it')
    .addHelpText('after', '\nExamples:\n  trawl logout')
    .action(async (flags: Flags) => {
      const credentials = readCredentials(env);
      const address = await addressOf(flags);
      const stored = storedKey(credentials, address);
      if (!stored) return writeLine([{ text: `There is no key of a sign-in for ${address}.` }]);
      const headers = { authorization: `Bearer ${stored.key}` };
      const answer = await ask(fetch, `${address}/_local/whoami`, { method: 'DELETE', headers });
      const { [address]: _, ...services } = credentials.services;
      const current = credentials.current === address ? undefined : credentials.current;
      writeCredentials(env, { current, services });
      // A key that the service refuses was revoked before.
      const isRevoked = answer?.status === 200 || answer?.status === 401;
      const rest = isRevoked ? '' : ' It could not be revoked: revoke it at the service.';
      return writeLine([{ text: `The key for ${address} is forgotten.${rest}` }]);
    });
}

/** The command `whoami`: which service is called, with which key, and whom the service takes it for. */
export function whoamiCommand({ writeJson, writeLine }: Output, end: (status: number) => void): Command {
  return command('whoami', 'Print which service is called, with whose key')
    .option('--api-key-file <file>', 'The file with the key, rights 0600. [default the key in TRAWL_API_KEY]')
    .addHelpText('after', '\nExamples:\n  trawl whoami --json')
    .action(async (flags: Flags) => {
      const address = await addressOf(flags);
      const { key, source } = keyFor(address, flags, env);
      const who = await identityOf(address, key);
      if (flags.json)
        await writeJson(`${JSON.stringify({ baseUrl: address, keyFrom: source ?? null, ...who }, null, 2)}\n`);
      else {
        const name = who.isAdmin
          ? 'its operator'
          : who.team === null
            ? 'a key that it accepts'
            : `the team ${who.team}`;
        const by = source === undefined ? 'without a key' : `with the key ${who.key ? `${who.key} ` : ''}of ${source}`;
        await writeLine([{ text: `${address} takes you for ${name}, ${by}.` }]);
      }
      end(EXIT.ok);
    });
}

interface Identity {
  readonly isAdmin: boolean;
  readonly team: string | null;
  readonly key: string | null;
}

/** Asks the service of this project; of others only whether they accept the key. */
async function identityOf(address: string, key: string | undefined): Promise<Identity> {
  const headers = key === undefined ? {} : { authorization: `Bearer ${key}` };
  const answer = await ask(fetch, `${address}/_local/whoami`, { headers });
  if (!answer) throw new UnreachableService(`${address} cannot be reached.`);
  const { data } = answer.body as { readonly data?: Partial<Identity> };
  if (answer.status === 200 && data) {
    return { isAdmin: data.isAdmin === true, team: data.team ?? null, key: data.key ?? null };
  }
  if (answer.status === 401) throw refusedKey(address, key, answer.body.error);
  const { Trawl } = await import('@trawl/sdk');
  try {
    await new Trawl({ baseUrl: address, apiKey: key }).team.credits({ maxRetries: 0 });
    return { isAdmin: false, team: null, key: null };
  } catch (error) {
    if (exitStatusOf(error) === EXIT.key) throw refusedKey(address, key, undefined);
    throw new UnreachableService(explain(error, flagNames([], [])).message);
  }
}

function refusedKey(address: string, key: string | undefined, said: unknown): RefusedSignIn {
  const reason = typeof said === 'string' ? ` It says: ${printableLine(said)}` : '';
  const message = key === undefined ? `${address} asks for a key.` : `${address} refuses the key.${reason}`;
  return new RefusedSignIn(message, { nextStep: `To get one: trawl login --base-url ${address}` });
}

async function addressOf({ baseUrl }: Flags): Promise<string> {
  const service = namedService(baseUrl, env);
  if (service === undefined) throw new UsageError(adviceWithoutService(await runningService()));
  return serviceAddress(service.url);
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return 'user';
  }
}

function command(name: string, summary: string): Command {
  return new Command(name)
    .summary(summary)
    .description(`${summary}.`)
    .option('--base-url <url>', 'The service. [default TRAWL_BASE_URL, else that of the last sign-in]')
    .option('--json', 'Print the result as JSON.')
    .helpOption('-h, --help', 'Print this.');
}
