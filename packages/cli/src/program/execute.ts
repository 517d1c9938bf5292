import type { Trawl } from '@trawl/sdk';
import type { Command } from 'commander';
import { closingAfter } from '../closing.js';
import { type CommandContext, type CommandSpec, flagsOf } from '../commands/command.js';
import { EXIT } from '../exit-status.js';
import { flagTexts } from '../flags/command-options.js';
import { flagNames } from '../flags/flag-names.js';
import { requestFrom } from '../flags/request.js';
import { createSay } from '../output/messages.js';
import { createOutput, fieldsFrom, type Output } from '../output/output.js';
import { createProgress } from '../output/progress.js';
import { createStdout } from '../output/stdout.js';
import { connectTo, type ServiceFlags } from '../service/connection.js';
import { readArguments } from './arguments.js';
import { dryRun, plannedService } from './dry-run.js';
import { estimate } from './estimate.js';
import { explain } from './explanation.js';

type Values = Readonly<Record<string, string | boolean | undefined>>;

/** The part of the context of a command that is about its output. */
type OutputTools = Pick<CommandContext, 'output' | 'progress' | 'say' | 'messageOf' | 'note'>;

/** Runs one command. Returns the status to end with. */
export async function executeCommand(spec: CommandSpec, words: readonly string[], command: Command): Promise<number> {
  const values: Values = command.opts();
  const { args, request } = await readInput(spec, words, command);
  const { stdout, tools } = openOutput(spec, values);
  if (values.estimate) {
    await stdout.write(await estimate(spec, args, request, values.json === true));
    return EXIT.ok;
  }
  const { Trawl } = await import('@trawl/sdk');
  const context = { args, request, own: values, ...tools };
  if (values.dryRun) {
    const { options } = plannedService(values as ServiceFlags, process.env);
    const { signal } = new AbortController();
    const output: Output = { ...context.output, prepareFolder: async () => {} };
    const silent = { ...context, output, say: () => {}, progress: createProgress() };
    const run = (trawl: Trawl) => spec.run({ ...silent, trawl, signal });
    await stdout.write(await dryRun(Trawl, options, spec.readsFile ? args[0] : undefined, run));
    return EXIT.ok;
  }

  using interruption = interruptible();
  const service = await connectTo(values as ServiceFlags, process.env);
  const work = async (): Promise<number> => {
    try {
      tools.progress.show('Waiting for the service.');
      const trawl = new Trawl(service.options);
      return (await spec.run({ ...context, trawl, signal: interruption.signal })) ?? EXIT.ok;
    } finally {
      tools.progress.clear();
    }
  };
  // The signals are obeyed until the work is done.
  return await closingAfter(work, service.close, (error) =>
    tools.say(`The service could not be closed: ${tools.messageOf(error)}`),
  );
}

/** The arguments of a command, and the request that its flags and its body make. */
async function readInput(spec: CommandSpec, words: readonly string[], command: Command) {
  const values: Values = command.opts();
  const { args, body } = await readArguments(spec, words, {
    body: values.body as string | undefined,
    list: values.file as string | undefined,
    isResumed: values.resume !== undefined,
    mayBeInvalid: values.ignoreInvalidUrls === true,
  });
  const flags = flagsOf(spec);
  const texts = flagTexts(flags, values, (key) => command.getOptionValueSource(key) === 'cli');
  return { args, request: requestFrom(flags, texts, body) };
}

/** Where a command writes its result, its progress and its messages. */
function openOutput(spec: CommandSpec, { json, fields, output: path, frontMatter }: Values) {
  const { stderr } = process;
  const progress = createProgress(stderr, process.env.TERM === 'dumb');
  const stdout = createStdout(process.stdout, progress.above);
  const say = createSay(stderr, progress, json === true);
  const names = flagNames(flagsOf(spec), spec.arguments);
  const tools: OutputTools = {
    output: createOutput(stdout, {
      json: json === true,
      fields: fieldsFrom(fields as string | undefined),
      path: path as string | undefined,
      frontMatter: frontMatter === true,
    }),
    progress,
    say,
    messageOf: (error) => explain(error, names).message,
    note(sentence) {
      if (sentence === undefined) return;
      progress.clear();
      if (stderr.isTTY) say(sentence);
    },
  };
  return { stdout, tools };
}

/** The signals that ask the program to end: Ctrl-C, another program, and a terminal that is closed. */
const END_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** A signal that is aborted when the program is asked to end. The second time, the program ends at once. */
function interruptible(): Disposable & { readonly signal: AbortSignal } {
  const controller = new AbortController();
  const interrupt = (): void => (controller.signal.aborted ? process.exit(EXIT.interrupted) : controller.abort());
  for (const name of END_SIGNALS) process.on(name, interrupt);
  return {
    signal: controller.signal,
    [Symbol.dispose]() {
      for (const name of END_SIGNALS) process.off(name, interrupt);
    },
  };
}
