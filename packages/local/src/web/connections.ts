import type { Agent, Dispatcher } from 'undici';
import { type AddressPolicy, createAddressPolicy } from './address-policy.js';
import { type ConnectionOptions, createPortPolicy, type PortPolicy } from './port-policy.js';

/**
 * How a connection is made: `verifying` requires a valid certificate, `trusting` accepts any certificate, and `own`
 * reaches private networks whatever the policy is.
 */
export type ConnectionKind = 'verifying' | 'trusting' | 'own';

export interface Exchange {
  readonly url: URL;
  readonly kind: ConnectionKind;
  readonly headers: Headers;
  /** The body of a POST; without it the request is a GET. */
  readonly post: string | undefined;
  readonly signal: AbortSignal;
}

/** Opens connections to other servers where the policy allows it, and keeps them for the next exchange. */
export interface Connections {
  exchange(exchange: Exchange): Promise<Dispatcher.ResponseData>;
  close(): Promise<void>;
}

export function createConnections(options: ConnectionOptions): Connections {
  const agents = new Map<ConnectionKind, Agent>();
  const policyAt = createPortPolicy(options);
  // The operator of this server named these URLs, so private networks are allowed.
  const openPolicy = createAddressPolicy({ ...options, allowPrivateNetworks: true });
  const openPolicyAt: PortPolicy = () => openPolicy;

  function openAgent({ Agent, buildConnector }: Undici, kind: ConnectionKind): Agent {
    const rejectUnauthorized = kind !== 'trusting';
    const addressesAt = kind === 'own' ? openPolicyAt : policyAt;
    const connectors = new Map<AddressPolicy, Connector>();
    const connectorFor = (addresses: AddressPolicy): Connector => {
      const existingConnector = connectors.get(addresses);
      if (existingConnector) return existingConnector;
      const connector = buildConnector({ rejectUnauthorized, lookup: addresses.lookup });
      connectors.set(addresses, connector);
      return connector;
    };
    return new Agent({
      connect(target, callback) {
        const addresses = addressesAt(portOf(target));
        const denial = addresses.denialFor(target.hostname);
        if (denial) callback(denial, null);
        else connectorFor(addresses)(target, callback);
      },
      // The deadline of the request is the only one.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  }

  return {
    async exchange({ url, kind, headers, post, signal }) {
      // Loaded with the first page: loading it takes longer than the rest of the start of the server.
      const undici = await import('undici');
      const dispatcher = agents.get(kind) ?? openAgent(undici, kind);
      agents.set(kind, dispatcher);
      const body = post === undefined ? {} : ({ method: 'POST', body: post } as const);
      return undici.request(url, { dispatcher, headers: Object.fromEntries(headers), signal, ...body });
    },

    async close() {
      await Promise.all([...agents.values()].map((agent) => agent.destroy()));
    },
  };
}

type Undici = typeof import('undici');

type Connector = ReturnType<Undici['buildConnector']>;

/** The port to connect to; URLs leave out the default one. */
function portOf({ port, protocol }: { readonly port: string; readonly protocol: string }): number {
  return Number(port || (protocol === 'https:' ? 443 : 80));
}
