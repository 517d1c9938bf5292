import { randomBytes, randomInt } from 'node:crypto';
import type { Clock } from '@trawl/base/clock';
import { digestOf } from '../base/secret.js';
import { Refusal } from '../contract/refusal.js';
import type { DeviceLogin } from '../store/device-login-store.js';
import type { Stores } from '../store/stores.js';
import type { ApiKeys, CreatedKey } from './api-keys.js';
import { RecentCounts } from './recent-counts.js';

/** What a program gets that wants to sign in. */
export interface StartedLogin extends Pick<DeviceLogin, 'userCode' | 'intervalMs'> {
  /** Only the program knows it: it gets the key with it. */
  readonly deviceCode: string;
  readonly expiresInMs: number;
}

/** What a person sees of a sign-in before deciding about it. */
export type PendingLogin = Pick<DeviceLogin, 'userCode' | 'client' | 'createdAt' | 'expiresAt'>;

/** What a program is answered that asks for its key, by the names of RFC 8628. */
export type LoginPoll =
  | { readonly state: 'authorization_pending' | 'slow_down' | 'access_denied' | 'expired_token' | 'invalid_grant' }
  | { readonly state: 'confirmed'; readonly key: CreatedKey };

/** Gives keys to programs whose sign-in somebody confirms elsewhere, as RFC 8628 (device flow) has it. */
export interface DeviceLogins {
  /**
   * @param from - Where it comes from, as far as callers without a key are told apart.
   * @throws Refusal when too many sign-ins wait already.
   */
  start(client: string, from: string): Promise<StartedLogin>;
  /**
   * @param by - Who looks for it.
   * @throws Refusal for a code that no sign-in has, and after too many of them.
   */
  find(userCode: string, by: string): Promise<PendingLogin>;
  confirm(userCode: string, by: string, team: string): Promise<void>;
  deny(userCode: string, by: string): Promise<void>;
  /** The key is made when it is handed over, so that no secret is stored. */
  poll(deviceCode: string): Promise<LoginPoll>;
}

const EXPIRES_MS = 10 * 60 * 1000;

const INTERVAL_MS = 5_000;

/** What a program has to wait longer that has asked too early. */
const SLOWER_MS = 5_000;

/** How long an expired sign-in is known, so that its program learns that it has expired. */
const KEPT_MS = 60 * 60 * 1000;

/** All that wait at once: everybody may start one. */
const MAX_PENDING = 100;

/** Those that one address begins within the time that a code is valid. */
const MAX_STARTED = 20;

/** Wrong codes of one team within that time. Of the 20 to the power of 8 codes, nobody finds one in this way. */
const MAX_WRONG_CODES = 20;

/** Letters that form no words and look like no others. */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';

const CODE_LENGTH = 8;

export function createDeviceLogins(
  stores: Pick<Stores, 'deviceLogins'>,
  keys: Pick<ApiKeys, 'add'>,
  clock: Pick<Clock, 'now'>,
): DeviceLogins {
  const logins = () => stores.deviceLogins;
  const wrongCodes = new RecentCounts(EXPIRES_MS);
  const started = new RecentCounts(EXPIRES_MS);

  function noteWrongCode(by: string): Refusal {
    wrongCodes.add(by, clock.now());
    return new Refusal('not_found', NO_SUCH_CODE);
  }

  function refuseMore(counts: RecentCounts, who: string, most: number, error: string): void {
    const until = counts.isFullUntil(who, most, clock.now());
    if (until === undefined) return;
    throw new Refusal('too_many', error, { retryAfterSeconds: Math.ceil((until - clock.now()) / 1000) });
  }

  /** Looks no more codes up for somebody who guesses them. */
  const refuseGuessing = (by: string) =>
    refuseMore(wrongCodes, by, MAX_WRONG_CODES, 'Too many wrong codes were entered. Try again later.');

  async function decide(userCode: string, by: string, decision: Pick<DeviceLogin, 'state' | 'team'>): Promise<void> {
    refuseGuessing(by);
    if (!(await logins().decide(normalized(userCode), decision, clock.now()))) throw noteWrongCode(by);
  }

  return {
    async start(client, from) {
      const now = clock.now();
      refuseMore(
        started,
        from,
        MAX_STARTED,
        `${MAX_STARTED} programs of your address began to sign in. Try again later.`,
      );
      await logins().forgetExpired(now - KEPT_MS);
      if ((await logins().countPending(now)) >= MAX_PENDING) {
        throw new Refusal('too_many', `${MAX_PENDING} programs wait to be signed in. Try again later.`, {
          retryAfterSeconds: 60,
        });
      }
      const deviceCode = randomBytes(32).toString('base64url');
      const userCode = Array.from({ length: CODE_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
      const login: DeviceLogin = {
        deviceDigest: hexDigestOf(deviceCode),
        userCode,
        client: labelOf(client),
        createdAt: now,
        expiresAt: now + EXPIRES_MS,
        intervalMs: INTERVAL_MS,
        nextPollAt: now + INTERVAL_MS,
        state: 'pending',
        team: undefined,
      };
      // Two codes are the same once in a life of the universe; the program then asks again.
      if (!(await logins().add(login))) throw new Refusal('too_many', 'Try again.', { retryAfterSeconds: 1 });
      started.add(from, now);
      return { deviceCode, userCode: written(userCode), expiresInMs: EXPIRES_MS, intervalMs: INTERVAL_MS };
    },

    async find(userCode, by) {
      refuseGuessing(by);
      const login = await logins().findPending(normalized(userCode), clock.now());
      if (!login) throw noteWrongCode(by);
      const { client, createdAt, expiresAt } = login;
      return { userCode: written(login.userCode), client, createdAt, expiresAt };
    },

    confirm: (userCode, by, team) => decide(userCode, by, { state: 'confirmed', team }),
    deny: (userCode, by) => decide(userCode, by, { state: 'denied', team: undefined }),

    async poll(deviceCode) {
      const now = clock.now();
      const login = await logins().findByDevice(hexDigestOf(deviceCode));
      if (!login) return { state: 'invalid_grant' };
      const { deviceDigest, intervalMs, team } = login;
      if (now >= login.expiresAt) return { state: 'expired_token' };
      if (now < login.nextPollAt) {
        const slower = intervalMs + SLOWER_MS;
        await logins().notePoll(deviceDigest, { intervalMs: slower, nextPollAt: now + slower });
        return { state: 'slow_down' };
      }
      await logins().notePoll(deviceDigest, { intervalMs, nextPollAt: now + intervalMs });
      if (login.state === 'pending') return { state: 'authorization_pending' };
      if (!(await logins().take(deviceDigest))) return { state: 'invalid_grant' };
      if (login.state === 'denied' || team === undefined) return { state: 'access_denied' };
      const name = `${login.client}-${login.userCode.toLowerCase()}`;
      return { state: 'confirmed', key: await keys.add({ name, team }) };
    },
  };
}

const NO_SUCH_CODE =
  'No program waits with this code. Compare it with the one in the terminal: it is valid for 10 minutes.';

function hexDigestOf(secret: string): string {
  return digestOf(secret).toString('hex');
}

/** A code as people read it: `WDJB-MJHT`. */
function written(userCode: string): string {
  return `${userCode.slice(0, CODE_LENGTH / 2)}-${userCode.slice(CODE_LENGTH / 2)}`;
}

/** A code as it is stored, of what people type. */
function normalized(userCode: string): string {
  return userCode
    .toUpperCase()
    .replaceAll(/[^A-Z]/g, '')
    .slice(0, 2 * CODE_LENGTH);
}

/** A name for the key, of what a stranger calls its program: letters, digits and some marks, and not too long. */
function labelOf(client: string): string {
  const label = client
    .replaceAll(/[^\w.@]+/g, '-')
    .replace(/^[^A-Za-z0-9]+/, '')
    .slice(0, 40);
  return label === '' ? 'program' : label;
}
