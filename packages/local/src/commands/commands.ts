import type { Command } from './command.js';

/** The commands of the program, each loaded when it is called: the service starts faster without them. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  backup: async () => (await import('./backup.js')).backupCommand,
  check: async () => (await import('./check.js')).checkCommand,
  move: async () => (await import('./move.js')).moveCommand,
  resume: async () => (await import('./resume.js')).resumeCommand,
  keys: async () => (await import('./keys.js')).keysCommand,
};

/** What loads the command of this name; undefined where there is none. */
export function commandOf(name = ''): (() => Promise<Command>) | undefined {
  return Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
}
