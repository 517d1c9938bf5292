import { createHash } from 'node:crypto';
import type { Clock } from '../clock.js';
import type { Operation } from './contract.js';
import { Refusal } from './refusal.js';

export interface GateParts {
  /** One team for each key. Without keys everybody may do everything, as one team. */
  readonly apiKeys: readonly string[];
  /** Keyless calls in a day, where there are keys; with 0 there are none at all. */
  readonly keylessCalls: number;
  readonly clock: Clock;
}

/** Who may ask for what; both throw the refusal of a request that may not be made. */
export interface Gate {
  /** Says whose call it is. */
  admit(operation: Operation, request: Request): string;
  /** What concerns the server itself is for those who have a key, where there are keys. */
  admitAdmin(request: Request): void;
}

/** The team of a server without keys. */
const OPEN_TEAM = 'local';

/** The team of all who call without a key where there are keys. */
const KEYLESS_TEAM = 'keyless';

const DAY_MS = 24 * 60 * 60_000;

/** Sent with every refusal for want of a key. */
const CHALLENGE = { 'www-authenticate': 'Bearer' };

export function createGate({ apiKeys, keylessCalls, clock }: GateParts): Gate {
  if (apiKeys.length === 0) return { admit: () => OPEN_TEAM, admitAdmin: () => {} };
  const teams = new Map(apiKeys.map((key) => [digest(key), teamOf(key)]));
  const allowance = createAllowance(keylessCalls, clock);

  function teamBy(header: string): string {
    const [scheme = '', token = ''] = header.trim().split(/\s+/);
    const isBearer = /^bearer$/i.test(scheme);
    if (isBearer && token === '') throw unauthorized('Unauthorized: Token missing');
    // Looked up by its digest: the time it takes tells nothing of the keys.
    const team = isBearer ? teams.get(digest(token)) : undefined;
    if (team === undefined) throw unauthorized('Unauthorized: Invalid token');
    return team;
  }

  return {
    admit(operation, request) {
      const header = request.headers.get('authorization');
      if (header !== null) return teamBy(header);
      // The reference itself is looked at by whoever gave it out.
      if (operation.signed) return KEYLESS_TEAM;
      if (!operation.keyless || keylessCalls === 0) throw unauthorized('Unauthorized');
      allowance();
      return KEYLESS_TEAM;
    },
    admitAdmin(request) {
      const header = request.headers.get('authorization');
      if (header === null) throw unauthorized('Unauthorized');
      teamBy(header);
    },
  };
}

/** The same key is the same team after a restart. */
function teamOf(key: string): string {
  return `team-${digest(key).slice(0, 16)}`;
}

function digest(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

function unauthorized(error: string): Refusal {
  return new Refusal(401, { error }, CHALLENGE);
}

/** Counts calls; a day begins with the first of them. */
function createAllowance(most: number, clock: Clock): () => void {
  let used = 0;
  let endsAt = Number.NEGATIVE_INFINITY;
  return () => {
    const now = clock.now();
    if (now >= endsAt) {
      used = 0;
      endsAt = now + DAY_MS;
    }
    used += 1;
    if (used <= most) return;
    const seconds = Math.ceil((endsAt - now) / 1000);
    throw new Refusal(
      429,
      {
        error: `The ${most} calls a day that this server answers without a key are used up. Send an API key, or try again in ${seconds} seconds.`,
        reason: 'requests',
        retry_after_seconds: seconds,
      },
      CHALLENGE,
    );
  };
}
