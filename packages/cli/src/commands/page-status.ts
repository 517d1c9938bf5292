import type { CommandContext } from './command.js';

/** What is said of a page that was read. */
interface PageFacts {
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
  readonly warning?: unknown;
}

/** Says that a site answered with an error: the page was read, but it may not be what was wanted. */
export function sayStatus(say: CommandContext['say'], page: PageFacts, url: string | undefined): void {
  const status = errorStatusOf(page);
  if (status) say(`${url ?? 'A page'}: the page has the status ${status}.`, 'bad');
}

/**
 * Says the warning of a page, and its status if that is an error: in one line where the warning names the status itself.
 *
 * @param isNamed - Whether the warning needs the URL in front of it, because there are other pages.
 */
export function sayWarningAndStatus(
  say: CommandContext['say'],
  page: PageFacts,
  url: string,
  { isNamed, showsStatus }: { readonly isNamed: boolean; readonly showsStatus: boolean },
): void {
  const warning = typeof page.warning === 'string' ? page.warning : '';
  const status = showsStatus ? errorStatusOf(page) : undefined;
  const isSaid = status !== undefined && warning.includes(status);
  if (warning) say(isNamed || isSaid ? `${url}: ${warning}` : warning, isSaid ? 'bad' : undefined);
  if (!isSaid && showsStatus) sayStatus(say, page, url);
}

function errorStatusOf({ metadata }: PageFacts): string | undefined {
  return Number(metadata?.statusCode) >= 400 ? String(metadata?.statusCode) : undefined;
}
