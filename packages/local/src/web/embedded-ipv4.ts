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

/** The ways to write an IPv4 address inside an IPv6 one, each of which some router or tunnel understands. */
const EMBEDDINGS: readonly Embedding[] = [
  // IPv4-mapped, IPv4-compatible and IPv4-translated.
  embedding('::ffff:0:0/96', LAST),
  embedding('::/96', LAST),
  embedding('::ffff:0:0:0/96', LAST),
  // NAT64, by the prefix that everybody knows, and by those of 48, 56, 64 and 96 bits of a network: byte 8 is none of them.
  embedding('64:ff9b::/96', LAST),
  embedding('64:ff9b:1::/48', [6, 7, 9, 10]),
  embedding('64:ff9b:1::/48', [7, 9, 10, 11]),
  embedding('64:ff9b:1::/48', [9, 10, 11, 12]),
  embedding('64:ff9b:1::/48', LAST),
  // 6to4.
  embedding('2002::/16', [2, 3, 4, 5]),
  // Teredo: its server, and its client.
  embedding('2001::/32', [4, 5, 6, 7]),
  embedding('2001::/32', LAST, true),
];

/** All addresses that a connection to this one may lead to: itself, and those that are written in it. */
export function meaningsOf(address: string): (ipaddr.IPv4 | ipaddr.IPv6)[] {
  const parsed = ipaddr.parse(address);
  if (!(parsed instanceof ipaddr.IPv6)) return [parsed];
  const all = parsed.toByteArray();
  const embedded = EMBEDDINGS.filter(({ range }) => parsed.match(range)).map(({ bytes, isInverted }) => {
    const own = bytes.map((place) => all[place] ?? 0);
    return new ipaddr.IPv4(isInverted ? own.map((byte) => 255 - byte) : own);
  });
  return [parsed, ...embedded];
}
