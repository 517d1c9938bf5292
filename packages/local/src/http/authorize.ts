import type { CallLimits, EndCall } from '../accounts/call-limits.js';
import type { Caller } from '../accounts/caller.js';
import type { Plan } from '../accounts/plan.js';
import type { Operation } from '../contract/contract.js';
import type { Auth } from './auth.js';

/** A call that may be made. */
export interface AuthorizedCall extends Caller {
  /** Ends the call, so that the next one of its key may begin; missing where calls are not counted. */
  readonly end?: EndCall | undefined;
}

/** Resolves to the call; throws a refusal when it is not allowed. */
export type Authorize = (operation: Operation, request: Request) => AuthorizedCall | Promise<AuthorizedCall>;

export interface AuthorizeDependencies {
  readonly auth: Pick<Auth, 'authorize'>;
  /** Called for each request, because a reset replaces it. */
  readonly callLimits: () => CallLimits;
  /** Whether another node of the service has counted the call, of which this one answers a part. */
  readonly isCounted: (operation: Operation, request: Request) => boolean;
  /** Called for each request, because a reset replaces it. */
  readonly plan: () => Pick<Plan, 'requireCredits'>;
}

/** Lets those calls be made that have a valid key, are within its limits, and have credits left. */
export function createAuthorize({ auth, callLimits, isCounted, plan }: AuthorizeDependencies): Authorize {
  return async (operation, request) => {
    const caller = await auth.authorize(operation, request);
    const limitedKey = isCounted(operation, request) ? undefined : caller.key;
    const end = limitedKey && (await callLimits().begin(limitedKey));
    try {
      await plan().requireCredits(operation, caller);
    } catch (error) {
      await end?.();
      throw error;
    }
    return { ...caller, end };
  };
}
