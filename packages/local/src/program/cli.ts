#!/usr/bin/env node
import { constants } from 'node:os';
import { OptionError } from '@trawl/base/option-error';
import { printableLine, printableMessage } from '@trawl/base/printable';
import { findBrowser } from '@trawl/browser/find-browser';
import { UnsuitablePlatform } from '../app/platform.js';
import { VERSION } from '../base/version.js';
import type { Command } from '../commands/command.js';
import { commandOf } from '../commands/commands.js';
import { Refusal } from '../contract/refusal.js';
import { describeModel } from '../model/model-description.js';
import { helpText, readCommandLine, requestedLogFormat } from '../settings/command-line.js';
import { openOutput, type ProgramOutput } from './program-output.js';
import { startMessage } from './start-message.js';
import { preferLowMemory } from './v8-flags.js';

/** How long the program may take to close, after the time for calls in progress. */
const CLOSE_TIMEOUT_MS = 5000;

/** The status of the program that has stopped while calls were in progress: they took longer than they may. */
const CALLS_WERE_CUT = 3;

/** The status of a program that a second signal ends, as shells give it. */
const signalStatus = (signal: NodeJS.Signals) => 128 + constants.signals[signal];

/** A help as somebody reads it who has called this program as `trawl local`: the command line starts it under that name. */
const asCalled = (help: string) =>
  process.argv0 === 'trawl local' ? help.replaceAll('trawl-local', 'trawl local') : help;

const args = process.argv.slice(2);
let output: ProgramOutput | undefined;

try {
  const command = commandOf(args[0]);
  if (command) await runNamedCommand(command);
  else await serveOrHelp();
} catch (error) {
  output ??= openOutput(requestedLogFormat(args, process.env));
  output.say(messageOf(error));
  process.exitCode = error instanceof OptionError || error instanceof Refusal ? 2 : 1;
}

async function runNamedCommand(load: () => Promise<Command>): Promise<void> {
  const output = {
    print: (line: string) => console.log(printableLine(line)),
    say: (line: string) => console.error(printableMessage(line)),
  };
  const { runCommand } = await import('../commands/command.js');
  const command = await load();
  process.exitCode = await runCommand({ ...command, help: asCalled(command.help) }, args.slice(1), process.env, output);
}

async function serveOrHelp(): Promise<void> {
  const { help, version, settings } = readCommandLine(args, process.env);
  if (help) {
    const [browser, model] = [findBrowser(settings.browser).about, describeModel(settings)];
    process.stdout.write(asCalled(helpText(printableLine(browser), printableLine(model))));
  } else if (version) console.log(VERSION);
  else {
    output = openOutput(settings.logFormat);
    await serve(settings, output);
  }
}

async function serve(
  settings: ReturnType<typeof readCommandLine>['settings'],
  { log, started, say }: ProgramOutput,
): Promise<void> {
  preferLowMemory();
  const { createLocalServer } = await import('../app/server.js');
  const server = await createLocalServer({ ...settings, log });
  started(startMessage(server.url, settings, findBrowser(settings.browser), process.env));

  let isClosing = false;
  const end = (signal: NodeJS.Signals) => {
    // A second signal ends the program at once.
    if (isClosing) process.exit(signalStatus(signal));
    isClosing = true;
    say(`${signal}: closing.`);
    const onTimeout = () => {
      say('The service did not close in time, and is ended.');
      process.exit(1);
    };
    setTimeout(onTimeout, settings.drainSeconds * 1000 + CLOSE_TIMEOUT_MS).unref();
    const stop = async () => {
      const unfinishedCalls = await server.drain();
      await server.close();
      if (unfinishedCalls === 0) process.exit(0);
      say(`${unfinishedCalls} of the calls in progress took longer than ${settings.drainSeconds} s, and got a 503.`);
      process.exit(CALLS_WERE_CUT);
    };
    stop().catch((error) => {
      say(messageOf(error));
      process.exit(1);
    });
  };
  process.on('SIGINT', end);
  process.on('SIGTERM', end);
}

/** Errors that the user can fix at the command line have no stack. */
function messageOf(error: unknown): string {
  const { code, syscall, message, stack, port, address, hostname } = error as NodeJS.ErrnoException &
    Partial<Record<'port' | 'address' | 'hostname', string | number>>;
  if (code === 'EADDRINUSE')
    return `Port ${port} at ${address} is in use. Give another one by --port, or --port 0 for any that is free.`;
  if (code === 'EADDRNOTAVAIL') return `${address} is no address of this machine. Give one by --host.`;
  if (syscall === 'getaddrinfo') return `The host ${hostname} is not known: ${message}. Give another one by --host.`;
  if (code === 'EACCES' && syscall === 'listen')
    return `This port needs more rights than the program has: ${message}. Give another one by --port.`;
  if (error instanceof OptionError || error instanceof Refusal || error instanceof UnsuitablePlatform) return message;
  return /^The (?:storage file|database) /.test(message ?? '') ? message : (stack ?? String(error));
}
