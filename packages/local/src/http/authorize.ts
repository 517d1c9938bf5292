import type { EndCall } from '../accounts/call-limits.js';
import type { Caller } from '../accounts/caller.js';
import type { Operation } from '../contract/contract.js';
import type { Auth } from './auth.js';
import type { Service } from './service.js';
import { isCounted } from './session-nodes.js';

/** A call that may be made. */
export interface AuthorizedCall extends Caller {
  /** Ends the call, so that the next one of its key may begin; missing where calls are not counted. */
  readonly end?: EndCall | undefined;
}

/** Resolves to the call; throws a refusal when it is not allowed. */
export type Authorize = (
  operation: Operation,
  request: Request,
  isPassedOn: boolean,
) => AuthorizedCall | Promise<AuthorizedCall>;

export interface AuthorizeDependencies {
  readonly auth: Pick<Auth, 'authorize'>;
  readonly service: Pick<Service, 'callLimits' | 'plan'>;
}

/** Lets those calls be made that have a valid key, are within its limits, and have credits left. */
export function createAuthorize({ auth, service }: AuthorizeDependencies): Authorize {
  return async (operation, request, isPassedOn) => {
    const caller = await auth.authorize(operation, request);
    // The node that has passed a call on has counted it.
    const limitedKey = isCounted(operation.id, isPassedOn) ? undefined : caller.key;
    const end = limitedKey && (await service.callLimits.begin(limitedKey));
    try {
      await service.plan.requireCredits(operation, caller);
    } catch (error) {
      await end?.();
      throw error;
    }
    return { ...caller, end };
  };
}
