import type { Level } from '../rules/rule.js';
import type { Change, Report } from './report.js';
import { headingOf, impactWords } from './words.js';

const COMMANDS: Partial<Record<Level, { command: string; title: string }>> = {
  breaking: { command: 'error', title: 'Breaks' },
  warning: { command: 'warning', title: 'May break some' },
  additive: { command: 'notice', title: 'Compatible' },
};

/** Commands that make GitHub Actions write beside the lines of a pull request what happens there. */
export function github({ changes }: Report): string {
  return changes.flatMap(commandOf).join('\n');
}

function commandOf(change: Change): string[] {
  const { level, operations, message, near, accepted } = change;
  const kind = COMMANDS[level];
  if (!kind) return [];
  // An accepted change is no error.
  const command = accepted ? 'notice' : kind.command;
  const title = accepted ? `Accepted until ${accepted.until}` : kind.title;
  const properties = { file: near.file, line: String(near.line), title: `${title}: ${headingOf(operations, 3)}` };
  const list = Object.entries(properties).map(([name, value]) => `${name}=${property(value)}`);
  const sentence = level === 'additive' ? message : `${message} It ${impactWords(change)}.`;
  return [`::${command} ${list.join(',')}::${data(sentence)}`];
}

// A line break would end the command, and the next line could be another command.
function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
