import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import type { Trawl, TrawlOptions } from '@trawl/sdk';
import type { Command } from 'commander';
import type { CommandContext, CommandSpec } from '../commands/command.js';
import { EXIT } from '../exit-status.js';
import { givenFlags } from '../flags/command-options.js';
import { requestFrom } from '../flags/request.js';
import { createOutput } from '../output/output.js';
import { createProgress } from '../output/progress.js';
import { createStdout } from '../output/stdout.js';
import { connectTo, type ServiceFlags } from '../service/connection.js';
import { curl, type PlannedRequest } from '../service/curl.js';
import { UsageError } from '../usage-error.js';

type Values = Readonly<Record<string, string | boolean | undefined>>;

/** Runs one command. Returns the status to end with. */
export async function executeCommand(spec: CommandSpec, given: readonly string[], parsed: Command): Promise<number> {
  const values: Values = parsed.opts();
  const flags = spec.flags ?? [];
  const args = await argumentsOf(spec, given, values);
  const request = requestFrom(
    flags,
    givenFlags(flags, values, (key) => parsed.getOptionValueSource(key) === 'cli'),
    await bodyFrom(values.body),
  );
  const stdout = createStdout(process.stdout, () => process.exit(EXIT.ok));
  if (values.estimate) {
    const { estimateCredits } = await import('@trawl/sdk');
    const [method, about] = spec.estimate?.(args, request) ?? [];
    if (!method) throw new UsageError(`The credits of ${spec.name} cannot be told before.`);
    await stdout.write(estimateText(estimateCredits(method, about as never), values.json === true));
    return EXIT.ok;
  }

  const interruption = new AbortController();
  // A second Ctrl-C ends the program at once.
  const onInterrupt = () => (interruption.signal.aborted ? process.exit(EXIT.interrupted) : interruption.abort());
  process.on('SIGINT', onInterrupt);
  const { Trawl } = await import('@trawl/sdk');
  await using service = values.dryRun ? plannedService(values) : await connectTo(values as ServiceFlags, process.env);
  const context = (trawl: Trawl): CommandContext => ({
    args,
    request,
    own: values,
    trawl,
    output: createOutput(stdout, {
      json: values.json === true,
      fields: typeof values.fields === 'string' ? values.fields.split(',').map((name) => name.trim()) : undefined,
      path: values.output as string | undefined,
    }),
    progress: createProgress(process.stderr, process.env.TERM === 'dumb'),
    signal: interruption.signal,
    say: (sentence) => console.error(sentence),
  });
  try {
    if (values.dryRun) {
      await stdout.write(
        `${curl(await plannedRequest(Trawl, service.options, (trawl) => spec.run(context(trawl))))}\n`,
      );
      return EXIT.ok;
    }
    return (await spec.run(context(new Trawl(service.options)))) ?? EXIT.ok;
  } finally {
    process.off('SIGINT', onInterrupt);
  }
}

/** The arguments, or the lines of standard input where the command takes them from there. */
async function argumentsOf(spec: CommandSpec, given: readonly string[], values: Values): Promise<readonly string[]> {
  const last = spec.arguments.at(-1);
  const isResumed = values.resume !== undefined;
  if (!last?.orLines || isResumed || (given.length > 0 && given[0] !== '-')) return given;
  if (given.length === 0 && process.stdin.isTTY) {
    throw new UsageError(`Name the ${last.name}, or give one on each line of standard input.`);
  }
  const lines = (await text(process.stdin)).split(/\r?\n/).map((line) => line.trim());
  const filled = lines.filter((line) => line !== '' && !line.startsWith('#'));
  if (filled.length === 0) throw new UsageError(`Standard input has no ${last.name}.`);
  return filled;
}

async function bodyFrom(file: string | boolean | undefined): Promise<Record<string, unknown>> {
  if (typeof file !== 'string') return {};
  const source = file === '-' ? await text(process.stdin) : await readFile(file, 'utf8').catch(refuse);
  try {
    const body: unknown = JSON.parse(source);
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Record<string, unknown>;
  } catch (error) {
    throw new UsageError(`--body: ${file} is not JSON: ${(error as Error).message}`);
  }
  throw new UsageError(`--body: ${file} must have a JSON object.`);

  function refuse(error: NodeJS.ErrnoException): never {
    throw new UsageError(`--body: ${file} cannot be read (${error.code}).`);
  }
}

/** For a request that is only shown: no service is needed, but the curl names one. */
function plannedService({ baseUrl }: Values): AsyncDisposable & { options: TrawlOptions } {
  const isNamed = baseUrl || process.env.TRAWL_BASE_URL || process.env.FIRECRAWL_API_URL;
  const options = { baseUrl: isNamed ? (baseUrl as string | undefined) : 'http://127.0.0.1:3002' };
  return { options, [Symbol.asyncDispose]: async () => {} };
}

/** The first request of a command, which is not sent. */
async function plannedRequest(
  Client: typeof Trawl,
  options: TrawlOptions,
  run: (trawl: Trawl) => Promise<unknown>,
): Promise<PlannedRequest> {
  let planned: PlannedRequest | undefined;
  const trawl = new Client({
    ...options,
    maxRetries: 0,
    fetch: async (url, init) => {
      planned ??= { method: init.method ?? 'GET', url, headers: new Headers(init.headers), body: init.body };
      throw new Error('The request is only shown.');
    },
  });
  try {
    await run(trawl);
  } catch (error) {
    if (!planned) throw error;
  }
  if (!planned) throw new UsageError('This command sends nothing.');
  return planned;
}

interface Estimate {
  readonly least: number;
  readonly most: number;
  readonly rules: readonly { readonly description: string; readonly least: number; readonly most: number }[];
  readonly unknown: readonly string[];
}

function estimateText(estimate: Estimate, asJson: boolean): string {
  const { least, most, rules, unknown } = estimate;
  if (asJson) return `${JSON.stringify(estimate, null, 2)}\n`;
  const range = (low: number, high: number) =>
    low === high ? `${low}` : high === Infinity ? `${low} or more` : `${low} to ${high}`;
  return [
    `${range(least, most)} credits`,
    ...rules.map((rule) => `  ${range(rule.least, rule.most)}: ${rule.description}`),
    ...unknown.map((sentence) => `  Not known: ${sentence}`),
    '',
  ].join('\n');
}
