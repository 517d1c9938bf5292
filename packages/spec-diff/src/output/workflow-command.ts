import type { Text } from '../text.js';
import { plainLine } from './plain.js';
import { visible } from './visible.js';

/** A command by which GitHub Actions shows a remark. */
export interface Remark {
  command: 'error' | 'warning' | 'notice';
  title: Text;
  message: Text;
  place?: { file: string; line: number };
}

/** A remark in the one line that the runner reads as a command. A line break would begin another one. */
export function workflowCommand({ command, title, message, place }: Remark): string {
  const properties = {
    ...(place && { file: visible(place.file), line: String(place.line) }),
    title: plainLine(title),
  };
  const list = Object.entries(properties).map(([name, value]) => `${name}=${property(value)}`);
  return `::${command} ${list.join(',')}::${data(plainLine(message))}`;
}

function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
