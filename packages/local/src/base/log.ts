import { styleText } from 'node:util';
import { printableLine, printableMessage } from '@trawl/base/printable';
import { redactedUrls } from '@trawl/base/redacted-url';
import type { LoggedRequest } from './logged-request.js';

/** `text` for people, `json` for programs: one object a line. */
export const LOG_FORMATS = ['text', 'json'] as const;

export type LogFormat = (typeof LOG_FORMATS)[number];

export interface Log {
  line(text: string): void;
  request(request: LoggedRequest): void;
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

/** Writes the log. All URLs in it are redacted. Text from outside cannot begin a line or control a terminal. */
export function createLog({ format, to = process.stderr, now = () => new Date() }: LogOptions): Log {
  const isColoured = typeof to === 'object' && to.isTTY === true && to.hasColors?.() === true;
  const paint = (style: Style, text: string) => (isColoured ? styleText(style, text, { validateStream: false }) : text);

  function writeText(entry: string): void {
    if (typeof to === 'function') to(entry);
    else to.write(`${paint('dim', now().toTimeString().slice(0, 8))} ${entry}\n`);
  }

  function writeJson(fields: object): void {
    const text = jsonEntry(fields, now());
    if (typeof to === 'function') to(text);
    else to.write(`${text}\n`);
  }

  if (format === 'json') {
    return {
      line: (message) => writeJson({ message }),
      request: ({ at: _at, number: _number, ...fields }) => writeJson(fields),
    };
  }
  return {
    line: (text) => writeText(printableMessage(redactedUrls(text))),
    request: (request) => writeText(requestLine(request, paint)),
  };
}

/** An entry of the log as one line of JSON, without the end of the line. */
export function jsonEntry(fields: object, time: Date): string {
  // Strings are redacted before they are quoted, because a quote or an escape of JSON may follow a URL.
  const redacted = (_name: string, value: unknown) => (typeof value === 'string' ? redactedUrls(value) : value);
  return printableLine(JSON.stringify({ time: time.toISOString(), ...fields }, redacted));
}

const printed = (text: string): string => printableLine(redactedUrls(text));

/** A request in one line: what was asked, what came back, and what failed. */
function requestLine(request: LoggedRequest, paint: (style: Style, text: string) => string): string {
  const { status, method, path, asked, durationMs, result, bytes, refused, failed, fault } = request;
  const problem = failed ?? refused;
  const text = (value: string | undefined) => value && printed(value);
  const mood: Style = problem !== undefined || status === undefined || status >= 400 ? 'red' : 'green';
  const size = result === undefined || bytes === undefined ? undefined : sizeOf(bytes);
  const head = [paint(mood, String(status ?? 'dropped')), text(method), text(path), text(asked), `${durationMs} ms`];
  const tail = [
    [text(result), size].filter(Boolean).join(', '),
    problem && paint('red', printed(problem)),
    fault && paint('yellow', `(fault by ${printed(fault)})`),
  ];
  return [head.filter((part) => part !== undefined).join(' '), ...tail].filter(Boolean).join('  ');
}

function sizeOf(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1e6 ? `${(bytes / 1e3).toFixed(bytes < 1e4 ? 1 : 0)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
