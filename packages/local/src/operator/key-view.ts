import type { ApiKey } from '../store/api-key-store.js';
import type { KeyView } from './views.js';

/** A key as the operator sees it, with the credits that it has used this month. */
export function keyView({ name, team, limits, createdAt, revokedAt }: ApiKey, creditsUsed: number): KeyView {
  return {
    name,
    team,
    ...limits,
    creditsUsed,
    createdAt: new Date(createdAt).toISOString(),
    ...(revokedAt !== undefined && { revokedAt: new Date(revokedAt).toISOString() }),
  };
}
