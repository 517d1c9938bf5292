import type { Trawl } from '@trawl/sdk';
import type { Command } from 'commander';
import { closingAfter } from '../closing.js';
import { type CommandContext, type CommandSpec, flagsOf } from '../commands/command.js';
import { EXIT } from '../exit-status.js';
import { givenFlags } from '../flags/command-options.js';
import { flagNames } from '../flags/flag-names.js';
import { requestFrom } from '../flags/request.js';
import { createSay } from '../output/messages.js';
import { createOutput, fieldsFrom } from '../output/output.js';
import { createProgress } from '../output/progress.js';
import { createStdout } from '../output/stdout.js';
import { connectTo, type ServiceFlags } from '../service/connection.js';
import { givenTo } from './arguments.js';
import { dryRun, plannedService } from './dry-run.js';
import { estimate } from './estimate.js';
import { explain } from './explanation.js';

type Values = Readonly<Record<string, string | boolean | undefined>>;

/** Runs one command. Returns the status to end with. */
export async function executeCommand(spec: CommandSpec, words: readonly string[], command: Command): Promise<number> {
  const values: Values = command.opts();
  const { json, fields, output: path } = values;
  const flags = flagsOf(spec);
  const { args, body } = await givenTo(spec, words, {
    body: values.body as string | undefined,
    list: values.file as string | undefined,
    isResumed: values.resume !== undefined,
    mayBeInvalid: values.ignoreInvalidUrls === true,
  });
  const givenTexts = givenFlags(flags, values, (key) => command.getOptionValueSource(key) === 'cli');
  const request = requestFrom(flags, givenTexts, body);
  const { stderr } = process;
  const progress = createProgress(stderr, process.env.TERM === 'dumb');
  const stdout = createStdout(process.stdout, progress.above);
  const output = createOutput(stdout, {
    json: json === true,
    fields: fieldsFrom(fields as string | undefined),
    path: path as string | undefined,
  });
  if (values.estimate) {
    await stdout.write(await estimate(spec, args, request, json === true));
    return EXIT.ok;
  }
  const { Trawl } = await import('@trawl/sdk');
  const say = createSay(stderr, progress, json === true);
  const names = flagNames(flags, spec.arguments);
  const messageOf = (error: unknown): string => explain(error, names).message;
  const context = (trawl: Trawl, signal: AbortSignal): CommandContext => ({
    args,
    request,
    own: values,
    trawl,
    output,
    progress,
    signal,
    say,
    messageOf,
    note(sentence) {
      progress.clear();
      if (stderr.isTTY) say(sentence);
    },
  });
  if (values.dryRun) {
    const { options } = plannedService(values as ServiceFlags, process.env);
    const { signal } = new AbortController();
    const run = (trawl: Trawl) => spec.run({ ...context(trawl, signal), say: () => {}, progress: createProgress() });
    await stdout.write(await dryRun(Trawl, options, spec.readsFile ? args[0] : undefined, run));
    return EXIT.ok;
  }

  using interruption = interruptible();
  const service = await connectTo(values as ServiceFlags, process.env);
  const work = async (): Promise<number> => {
    try {
      progress.show('Waiting for the service.');
      return (await spec.run(context(new Trawl(service.options), interruption.signal))) ?? EXIT.ok;
    } finally {
      progress.clear();
    }
  };
  // The signals are obeyed until the work is done.
  return await closingAfter(work, service.close, (error) =>
    say(`The service could not be closed: ${messageOf(error)}`),
  );
}

/** A signal that Ctrl-C aborts, or whoever asks the program to end. A second time, the program ends at once. */
function interruptible(): Disposable & { readonly signal: AbortSignal } {
  const controller = new AbortController();
  const interrupt = (): void => (controller.signal.aborted ? process.exit(EXIT.interrupted) : controller.abort());
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt);
  return {
    signal: controller.signal,
    [Symbol.dispose]() {
      process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
    },
  };
}
