import { createRequire } from 'node:module';
import { SpecProblem } from '../problem.js';
import { complain, print } from './console.js';
import { diff } from './diff.js';
import type { Settings } from './settings.js';

/**
 * Runs the program of this package: the comparison, or what its first argument names.
 *
 * @param args - What stands behind the name of the program.
 * @returns The status to end with: 0 when nothing fails, 1 when something does, 2 when no comparison could be made.
 */
export async function run(args: readonly string[], settings: Settings = {}): Promise<number> {
  try {
    return await runCommand(args, settings);
  } catch (error) {
    const { message, code } = error as { message?: string; code?: string };
    const isExplained = error instanceof SpecProblem || code?.startsWith('ERR_PARSE_ARGS');
    // Node goes on to explain how an argument that begins with a dash can be given.
    const [sentence = ''] = String(message ?? error).split(/(?<='\.) To specify /);
    complain(isExplained ? sentence : `The contracts could not be compared: ${sentence}`);
    return 2;
  }
}

/** What a comparison does not need is loaded only for the command that does. */
async function runCommand(args: readonly string[], settings: Settings): Promise<number> {
  const [first, ...others] = args;
  if (args.includes('--version')) {
    print(ownVersion());
    return 0;
  }
  switch (first) {
    case 'history':
      return (await import('./history.js')).historyOf(others, settings);
    case 'changelog':
      return (await import('./changelog.js')).changelogOf(others, settings);
    case 'rules':
      return (await import('./rules.js')).printRules();
    default:
      return diff(args, settings);
  }
}

function ownVersion(): string {
  const manifest: { version: string } = createRequire(import.meta.url)('@trawl/spec-diff/package.json');
  return manifest.version;
}
