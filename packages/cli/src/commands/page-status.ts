import type { CommandContext } from './command.js';

/**
 * Says that a site answered with an error: the page was read, but it may not be what was wanted. The overview of pages
 * shows the status already.
 */
export function sayStatus(
  { say, output }: Pick<CommandContext, 'say' | 'output'>,
  { metadata }: { readonly metadata?: Readonly<Record<string, unknown>> | undefined },
  url: string | undefined,
): void {
  const { statusCode } = metadata ?? {};
  if (Number(statusCode) >= 400 && !output.isOverview)
    say(`${url ?? 'A page'}: the page has the status ${String(statusCode)}.`, 'bad');
}
