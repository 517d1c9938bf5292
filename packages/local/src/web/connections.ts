import type { Agent, Dispatcher } from 'undici';
import { type AddressPolicy, type AddressPolicyOptions, createAddressPolicy } from './address-policy.js';

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

/** Where this server is called, which never calls itself. */
export interface Self {
  /** Undefined as long as it listens at none. */
  port(): number | undefined;
  readonly names: readonly string[];
}

export interface ConnectionOptions extends AddressPolicyOptions {
  readonly self?: Self | undefined;
}

export function createConnections({ self, ...options }: ConnectionOptions): Connections {
  const agents = new Map<ConnectionKind, Agent>();
  const policy = createAddressPolicy(options);
  const policyAtOwnPort = createAddressPolicy(options, self?.names ?? []);
  // Whoever runs this server has named what is reached by it.
  const openPolicy = createAddressPolicy({ ...options, allowPrivateNetworks: true });

  function openAgent({ Agent, buildConnector }: Undici, kind: ConnectionKind): Agent {
    const rejectUnauthorized = kind !== 'trusting';
    const connectBy = (by: AddressPolicy): Connector => {
      const connect = buildConnector({ rejectUnauthorized, lookup: by.lookup });
      return (target, callback) => {
        const objection = by.objectionTo(target.hostname);
        if (objection) callback(objection, null);
        else connect(target, callback);
      };
    };
    const elsewhere = connectBy(kind === 'own' ? openPolicy : policy);
    const atOwnPort = kind === 'own' ? elsewhere : connectBy(policyAtOwnPort);
    return new Agent({
      connect: (target, callback) => (portOf(target) === self?.port() ? atOwnPort : elsewhere)(target, callback),
      // The deadline of the request is the only one.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  }

  return {
    async exchange({ url, kind, headers, post, signal }) {
      // Loaded with the first page: it takes longer than all else that a server needs to start.
      const undici = await import('undici');
      const dispatcher = agents.get(kind) ?? openAgent(undici, kind);
      agents.set(kind, dispatcher);
      const sent = post === undefined ? {} : ({ method: 'POST', body: post } as const);
      return undici.request(url, { dispatcher, headers: Object.fromEntries(headers), signal, ...sent });
    },

    async close() {
      await Promise.all([...agents.values()].map((agent) => agent.destroy()));
    },
  };
}

type Undici = typeof import('undici');

type Connector = ReturnType<Undici['buildConnector']>;

/** The port of a connection to be made; URLs leave out the usual one. */
function portOf({ port, protocol }: { readonly port: string; readonly protocol: string }): number {
  return Number(port || (protocol === 'https:' ? 443 : 80));
}
