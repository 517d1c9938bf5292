import type { CommandContext } from './command.js';

/** Says that a site answered with an error: the page was read, but it may not be what was wanted. */
export function sayStatus(
  say: CommandContext['say'],
  { metadata }: { readonly metadata?: Readonly<Record<string, unknown>> | undefined },
  url: string | undefined,
): void {
  const { statusCode } = metadata ?? {};
  if (Number(statusCode) >= 400) say(`${url ?? 'A page'}: the page has the status ${String(statusCode)}.`, 'bad');
}
