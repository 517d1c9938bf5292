import type { Trawl, TrawlError } from '@trawl/sdk';
import { Command } from 'commander';
import { EXIT, exitStatusOf } from '../exit-status.js';
import { ExplainedError } from '../explained-error.js';
import { flagNames } from '../flags/flag-names.js';
import type { Tone } from '../output/paint.js';
import type { Stdout } from '../output/stdout.js';
import { runningService } from '../service/default-service.js';
import { keyFor, namedService } from '../service/named-service.js';
import { explain } from './explanation.js';

/** How long the service may take to answer, and how often it is asked again. */
const LIMITS = { maxRetries: 0, timeoutMs: 5000 };

/** The result of one check. */
interface Finding {
  readonly name: string;
  readonly state: 'ok' | 'missing' | 'failed';
  readonly text: string;
}

/** What was found, and the status to end with. */
interface Diagnosis {
  readonly findings: readonly Finding[];
  readonly status: number;
}

interface DoctorFlags {
  readonly baseUrl?: string;
  readonly apiKeyFile?: string;
  readonly json?: boolean;
}

const TONES: Readonly<Record<Finding['state'], Tone>> = { ok: 'good', missing: 'notice', failed: 'bad' };

/** The command `doctor`: prints what is set, what can be reached and what is missing. */
export function doctorCommand(
  { writeJson, writeLine }: Pick<Stdout, 'writeJson' | 'writeLine'>,
  end: (status: number) => void,
): Command {
  return new Command('doctor')
    .summary('Check the settings, and whether the service can be reached')
    .description('Says what is set, what can be reached and what is missing. It never prints the key.')
    .option('--base-url <url>', 'The service. [default TRAWL_BASE_URL]')
    .option('--api-key-file <file>', 'The file with the key, rights 0600. [default the key in TRAWL_API_KEY]')
    .option('--json', 'Print the findings as JSON.')
    .helpOption('-h, --help', 'Print this.')
    .addHelpText('after', '\nExamples:\n  trawl doctor\n  trawl doctor --base-url http://127.0.0.1:3002 --json')
    .action(async (flags: DoctorFlags) => {
      const { findings, status } = await diagnose(flags, process.env);
      if (flags.json) await writeJson(`${JSON.stringify({ findings, status }, null, 2)}\n`);
      else await printFindings(findings, writeLine);
      end(status);
    });
}

async function printFindings(findings: readonly Finding[], writeLine: Stdout['writeLine']): Promise<void> {
  for (const { name, state, text } of findings) {
    await writeLine([{ text: state.padEnd(8), tone: TONES[state] }, { text: `${name.padEnd(10)}${text}` }]);
  }
}

/** Checks the settings and the service. */
async function diagnose(
  { baseUrl, apiKeyFile }: DoctorFlags,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Diagnosis> {
  const program: Finding = { name: 'Program', state: 'ok', text: `Node.js ${process.version} on ${process.platform}` };
  const named = namedService(baseUrl, env);
  const key = keyOf(named?.url, apiKeyFile, env);
  if (!named) return { findings: [program, await missingService(), key.finding], status: EXIT.usage };
  const { url, source } = named;
  const service: Finding = { name: 'Service', state: 'ok', text: `${url} (${source})` };
  const answer = await askService(url, key.value);
  const capabilities = answer.status === EXIT.ok ? await capabilitiesOf(url, key.value) : [];
  const findings = [program, service, key.finding, answer.finding, ...capabilities];
  return { findings, status: key.finding.state === 'failed' ? EXIT.usage : answer.status };
}

async function missingService(): Promise<Finding> {
  const serviceUrl = await runningService();
  const text = serviceUrl
    ? `none is named, but one runs at ${serviceUrl}: export TRAWL_BASE_URL=${serviceUrl}`
    : 'none is named: start one with `trawl local`, and export TRAWL_BASE_URL=http://127.0.0.1:3002';
  return { name: 'Service', state: 'missing', text };
}

function keyOf(
  url: string | undefined,
  apiKeyFile: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): { readonly value?: string | undefined; readonly finding: Finding } {
  try {
    // Without a service there is no address that a key of a sign-in is for.
    const { key: value, source } = keyFor(url ?? 'http://127.0.0.1', { apiKeyFile }, env);
    if (value) return { value, finding: { name: 'Key', state: 'ok', text: `set by ${source}` } };
    const text = 'none is set; a service with keys needs TRAWL_API_KEY or trawl login';
    return { finding: { name: 'Key', state: 'missing', text } };
  } catch (error) {
    if (!(error instanceof ExplainedError)) throw error;
    return { finding: { name: 'Key', state: 'failed', text: error.message } };
  }
}

interface ServiceAnswer {
  readonly status: number;
  readonly finding: Finding;
}

async function askService(baseUrl: string, apiKey: string | undefined): Promise<ServiceAnswer> {
  const finding = (state: Finding['state'], text: string): Finding => ({ name: 'Answer', state, text });
  const { Trawl } = await import('@trawl/sdk');
  const trawl = new Trawl({ baseUrl, apiKey });
  const startedAt = performance.now();
  try {
    const { remainingCredits } = await trawl.team.credits(LIMITS);
    const ms = Math.round(performance.now() - startedAt);
    return { status: EXIT.ok, finding: finding('ok', `in ${ms} ms; ${creditsIn(remainingCredits)}`) };
  } catch (error) {
    const status = exitStatusOf(error);
    if (status === EXIT.key)
      return {
        status,
        finding: finding('failed', apiKey ? 'the service refuses the key' : 'the service asks for a key'),
      };
    const { status: httpStatus } = error as TrawlError;
    if (status === EXIT.notFound && (await isApi(trawl)))
      return {
        status: EXIT.ok,
        finding: finding('ok', `reached; it answered the question for credits with ${httpStatus}`),
      };
    return { status, finding: finding('failed', explain(error, flagNames([], [])).message) };
  }
}

/**
 * Whether the server has the API, although it lacks the operation for credits, as a service that counts none may: a scrape of
 * no page is then refused as invalid, and not as unknown.
 */
async function isApi(trawl: Trawl): Promise<boolean> {
  try {
    await trawl.request<'POST', string>('POST', '/v2/scrape', { body: {} }, LIMITS);
    return false;
  } catch (error) {
    return (error as TrawlError).name === 'BadRequestError';
  }
}

/** A service without a limit sends a number that cannot be used up. */
const UNLIMITED = 1e12;

const creditsIn = (credits: number | undefined): string =>
  credits === undefined || credits > UNLIMITED ? 'credits are not limited' : `${credits} credits are left`;

/** The abilities that a service of Trawl reports. Other services do not report any. */
async function capabilitiesOf(baseUrl: string, apiKey: string | undefined): Promise<Finding[]> {
  const { Trawl } = await import('@trawl/sdk');
  // The service was reached before. That it does not list its abilities is no failure.
  const answer = await new Trawl({ baseUrl, apiKey })
    .request('GET', '/_local/capabilities', {}, LIMITS)
    .catch(() => undefined);
  const { data } = Object(answer) as { readonly data?: Readonly<Record<string, unknown>> };
  if (typeof data !== 'object' || data === null) return [];
  return [
    data.browser
      ? { name: 'Browser', state: 'ok', text: String(data.browserUsed) }
      : {
          name: 'Browser',
          state: 'missing',
          text: 'pages are read without their scripts (trawl local --browser PATH)',
        },
    data.model
      ? { name: 'Model', state: 'ok', text: 'answers prompts, summaries and questions' }
      : { name: 'Model', state: 'missing', text: 'no prompts, summaries, agents (trawl local --model-url URL)' },
    data.search === 'web'
      ? { name: 'Search', state: 'ok', text: 'over the web' }
      : { name: 'Search', state: 'missing', text: 'only over pages that were read (trawl local --search-url URL)' },
  ];
}
