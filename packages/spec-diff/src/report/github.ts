import type { Level } from '../rules/rule.js';
import type { Report } from './report.js';
import { headingOf } from './words.js';

const COMMANDS: Partial<Record<Level, string>> = { breaking: 'error', additive: 'notice' };

/** Commands that make GitHub Actions write beside the lines of a pull request what happens there. */
export function github({ changes }: Report): string {
  const lines = changes.flatMap(({ level, operations, message, near }) => {
    const command = COMMANDS[level];
    if (!command) return [];
    const title = level === 'breaking' ? 'Breaks' : 'Compatible';
    const properties = { file: near.file, line: String(near.line), title: `${title}: ${headingOf(operations, 3)}` };
    const list = Object.entries(properties).map(([name, value]) => `${name}=${property(value)}`);
    return [`::${command} ${list.join(',')}::${data(message)}`];
  });
  return lines.join('\n');
}

// A line break would end the command, and what follows could be another one.
function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
