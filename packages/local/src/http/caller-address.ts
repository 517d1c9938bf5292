import type { Owner } from '@trawl/base/shares';
import ipaddr from 'ipaddr.js';

/** Bytes that callers may hold together whose address a proxy hides. */
const HIDDEN_BYTES = 16 * 1024 * 1024;

/** All callers without a key, whose memory is one share. */
const KEYLESS = 'keyless';

/** The headers of a request. */
export interface ForwardingHeaders {
  get(name: string): string | null;
}

/**
 * Tells callers without a key apart, by the last address on their way that is not the one of a trusted proxy. Where the
 * address is hidden, because a proxy is not trusted or names no address, all callers behind that proxy are one, with a small
 * share.
 *
 * @param sender - The address at the other end of the connection; undefined for a call in process.
 */
export function keylessOwner(
  sender: string | undefined,
  headers: ForwardingHeaders,
  isTrusted: (address: string) => boolean,
): Owner {
  if (sender === undefined) return { group: KEYLESS, member: 'in process' };
  const hops = forwardedAddresses(headers);
  const isProxy = isTrusted(sender);
  const caller = isProxy ? hops.reverse().find((hop) => hop === undefined || !isTrusted(hop)) : sender;
  const isHidden = caller === undefined || (!isProxy && hops.length > 0);
  if (isHidden) return { group: KEYLESS, member: `behind ${networkOf(sender)}`, maxBytes: HIDDEN_BYTES };
  return { group: KEYLESS, member: networkOf(caller) };
}

/**
 * The addresses that the request says it has passed, the first one first; undefined in place of those that are none. Proxies
 * that write `X-Forwarded-For` pass a `Forwarded` of the caller on, so that counts only where it is alone.
 */
function forwardedAddresses(headers: ForwardingHeaders): (string | undefined)[] {
  const list = headers.get('x-forwarded-for');
  if (list !== null) return list.split(',').map(addressOf);
  const forwarded = headers.get('forwarded');
  if (forwarded === null) return [];
  return forwarded.split(',').map((hop) => {
    const [, value = ''] = /(?:^|;)\s*for\s*=\s*("[^"]*"|[^";\s]*)/i.exec(hop) ?? [];
    return addressOf(value.replaceAll('"', ''));
  });
}

/** An address that may have brackets and a port. */
function addressOf(text: string): string | undefined {
  const bare = text.trim().replace(/^\[([^\]]*)\](?::\d+)?$/, '$1');
  const address = /^[\d.]+:\d+$/.test(bare) ? bare.replace(/:\d+$/, '') : bare;
  return ipaddr.isValid(address) ? address : undefined;
}

/** The address as far as it says who calls: a caller has all addresses of a network of IPv6. */
function networkOf(text: string): string {
  const address = ipaddr.process(text);
  if (address.kind() === 'ipv4') return address.toString();
  return `${Buffer.from(address.toByteArray().slice(0, 8)).toString('hex')}::/64`;
}
