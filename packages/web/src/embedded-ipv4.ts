import ipaddr from 'ipaddr.js';

interface Embedding {
  readonly range: [ipaddr.IPv6, number];
  /** Which of the sixteen bytes hold the IPv4 address. */
  readonly bytes: readonly number[];
  readonly isInverted?: boolean;
}

const LAST = [12, 13, 14, 15];

const embedding = (cidr: string, bytes: readonly number[], isInverted = false): Embedding => ({
  range: ipaddr.IPv6.parseCIDR(cidr),
  bytes,
  isInverted,
});

/** The ways to write an IPv4 address inside an IPv6 one. For each, some router or tunnel exists that understands it. */
const EMBEDDINGS: readonly Embedding[] = [
  // IPv4-mapped, IPv4-compatible and IPv4-translated.
  embedding('::ffff:0:0/96', LAST),
  embedding('::/96', LAST),
  embedding('::ffff:0:0:0/96', LAST),
  // NAT64: the well-known prefix, and network prefixes of 48, 56, 64 and 96 bits. Byte 8 never belongs to the address.
  embedding('64:ff9b::/96', LAST),
  embedding('64:ff9b:1::/48', [6, 7, 9, 10]),
  embedding('64:ff9b:1::/48', [7, 9, 10, 11]),
  embedding('64:ff9b:1::/48', [9, 10, 11, 12]),
  embedding('64:ff9b:1::/48', LAST),
  // 6to4.
  embedding('2002::/16', [2, 3, 4, 5]),
  // Teredo: the server, then the client.
  embedding('2001::/32', [4, 5, 6, 7]),
  embedding('2001::/32', LAST, true),
];

/** All addresses that a connection to this one may reach: the address itself and those embedded in it. */
export function reachableAddresses(address: string): (ipaddr.IPv4 | ipaddr.IPv6)[] {
  const ipAddress = ipaddr.parse(address);
  if (!(ipAddress instanceof ipaddr.IPv6)) return [ipAddress];
  const all = ipAddress.toByteArray();
  const embeddedAddresses = EMBEDDINGS.filter(({ range }) => ipAddress.match(range)).map(({ bytes, isInverted }) => {
    const ipv4 = bytes.map((index) => all[index] ?? 0);
    return new ipaddr.IPv4(isInverted ? ipv4.map((byte) => 255 - byte) : ipv4);
  });
  return [ipAddress, ...embeddedAddresses];
}
