import type { Trawl } from '@trawl/sdk';

/** What a tool may need of the service. */
export type Need = 'browser' | 'model';

/** The client waits for the list of the tools. */
const TIMEOUT_MS = 2000;

/**
 * What the service says that it lacks. `@trawl/local` tells it; of a service that does not, nothing is known to be missing.
 */
export async function missingAbilities(trawl: Trawl, signal: AbortSignal): Promise<readonly Need[]> {
  const call = { signal, timeoutMs: TIMEOUT_MS, maxRetries: 0 };
  // Another service does not know this path, and one that cannot be reached is reported by the call of a tool.
  const answer = await trawl.request('GET', '/_local/capabilities', {}, call).catch(() => undefined);
  const { data } = (answer ?? {}) as { readonly data?: Readonly<Partial<Record<Need, unknown>>> };
  return (['browser', 'model'] as const).filter((need) => data?.[need] === false);
}
