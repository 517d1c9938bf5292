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

/** A terminal, a file or another stream. */
export interface LogStream {
  write(text: string): unknown;
  readonly isTTY?: boolean | undefined;
  hasColors?(): boolean;
}

export interface LogOptions {
  readonly format: LogFormat;
  readonly to?: LogStream | ((line: string) => void) | undefined;
  readonly now?: () => Date;
}

type Style = Parameters<typeof styleText>[0];

/** Writes the log. URLs are redacted in all of it. */
export function createLog({ format, to = process.stderr, now = () => new Date() }: LogOptions): Log {
  const isColoured = typeof to === 'object' && to.isTTY === true && to.hasColors?.() === true;
  const paint = (style: Style, text: string) => (isColoured ? styleText(style, text, { validateStream: false }) : text);

  function writeText(text: string): void {
    const line = redactedUrls(text);
    if (typeof to === 'function') to(line);
    else to.write(`${paint('dim', now().toTimeString().slice(0, 8))} ${line}\n`);
  }

  function writeJson(fields: object): void {
    const text = redactedUrls(JSON.stringify({ time: now().toISOString(), ...fields }));
    if (typeof to === 'function') to(text);
    else to.write(`${text}\n`);
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
