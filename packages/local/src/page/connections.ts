import type { Agent, Dispatcher } from 'undici';
import { type AddressPolicy, type AddressPolicyOptions, createAddressPolicy } from './policy.js';

/**
 * How servers are talked to: `verifying` asks for a certificate that somebody vouches for, `trusting` takes any, and
 * `own` reaches private networks whatever the policy is.
 */
export type ConnectionKind = 'verifying' | 'trusting' | 'own';

export interface Exchange {
  readonly url: URL;
  readonly kind: ConnectionKind;
  readonly headers: Headers;
  /** Sent by POST; without it the page is asked for by GET. */
  readonly post: string | undefined;
  readonly signal: AbortSignal;
}

/** Connections to other servers, each opened only where the policy allows it, and kept for the next exchange. */
export interface Connections {
  exchange(exchange: Exchange): Promise<Dispatcher.ResponseData>;
  close(): Promise<void>;
}

export function createConnections(options: AddressPolicyOptions): Connections {
  const agents = new Map<ConnectionKind, Agent>();
  const policy = createAddressPolicy(options);
  const openPolicy = createAddressPolicy({ ...options, allowPrivateNetworks: true });

  return {
    async exchange({ url, kind, headers, post, signal }) {
      // Loaded with the first page: it takes longer than all else that a server needs to start.
      const undici = await import('undici');
      let dispatcher = agents.get(kind);
      if (!dispatcher) {
        dispatcher = openAgent(undici, kind === 'own' ? openPolicy : policy, kind !== 'trusting');
        agents.set(kind, dispatcher);
      }
      const sent = post === undefined ? {} : ({ method: 'POST', body: post } as const);
      return undici.request(url, { dispatcher, headers: Object.fromEntries(headers), signal, ...sent });
    },

    async close() {
      await Promise.all([...agents.values()].map((agent) => agent.destroy()));
    },
  };
}

type Undici = typeof import('undici');

function openAgent({ Agent, buildConnector }: Undici, policy: AddressPolicy, rejectUnauthorized: boolean): Agent {
  const connect = buildConnector({ rejectUnauthorized, lookup: policy.lookup });
  return new Agent({
    connect(target, callback) {
      const objection = policy.objectionTo(target.hostname);
      if (objection) callback(objection, null);
      else connect(target, callback);
    },
    // The deadline of the request is the only one.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
}
