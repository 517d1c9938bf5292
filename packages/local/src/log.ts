import { styleText } from 'node:util';
import type { RequestView } from './inspect/views.js';
import { redactedUrls } from './redacted-url.js';

/** `text` for people, `json` for programs: one object a line. */
export const LOG_FORMATS = ['text', 'json'] as const;

export type LogFormat = (typeof LOG_FORMATS)[number];

export interface Log {
  line(text: string): void;
  request(request: RequestView): void;
}

export interface LogOptions {
  readonly format: LogFormat;
  /** Gets each line; the terminal by default, where lines begin with the time. */
  readonly write?: ((line: string) => void) | undefined;
  /** What writes to the terminal, and whether it shows colours. */
  readonly terminal?: Pick<NodeJS.WriteStream, 'write' | 'isTTY'> & { hasColors?(): boolean };
  readonly now?: () => Date;
}

type Style = Parameters<typeof styleText>[0];

/** Writes the log. URLs are redacted in all of it. */
export function createLog({ format, write, terminal = process.stderr, now = () => new Date() }: LogOptions): Log {
  const isColoured = write === undefined && terminal.isTTY && terminal.hasColors?.() === true;
  const paint = (style: Style, text: string) => (isColoured ? styleText(style, text, { validateStream: false }) : text);

  function writeText(text: string): void {
    const line = redactedUrls(text);
    if (write) write(line);
    else terminal.write(`${paint('dim', now().toTimeString().slice(0, 8))} ${line}\n`);
  }

  function writeJson(fields: object): void {
    const text = redactedUrls(JSON.stringify({ time: now().toISOString(), ...fields }));
    if (write) write(text);
    else terminal.write(`${text}\n`);
  }

  if (format === 'json') {
    return {
      line: (message) => writeJson({ message }),
      request: ({ at: _at, number: _number, refusal: _refusal, ...fields }) => writeJson(fields),
    };
  }
  return { line: writeText, request: (request) => writeText(requestLine(request, paint)) };
}

/** A request in one line: what was asked, what came back, and what failed. */
function requestLine(request: RequestView, paint: (style: Style, text: string) => string): string {
  const { status, method, path, asked, durationMs, result, bytes, refused, failed, fault } = request;
  const problem = failed ?? refused;
  const mood: Style = problem !== undefined || status === undefined || status >= 400 ? 'red' : 'green';
  const size = result === undefined || bytes === undefined ? undefined : sizeOf(bytes);
  const head = [paint(mood, String(status ?? 'dropped')), method, path, asked, `${durationMs} ms`];
  const tail = [
    [result, size].filter(Boolean).join(', '),
    problem && paint('red', problem),
    fault && paint('yellow', `(fault by ${fault})`),
  ];
  return [head.filter((part) => part !== undefined).join(' '), ...tail].filter(Boolean).join('  ');
}

function sizeOf(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1e6 ? `${(bytes / 1e3).toFixed(bytes < 1e4 ? 1 : 0)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
