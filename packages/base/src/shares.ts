/**
 * Whose memory something is. A group is a team, or all callers without a key; those are told apart as its members. Memory goes
 * from the group that holds most to the others, so no number of members makes a group hold more than another.
 */
export interface Owner {
  readonly group: string;
  readonly member?: string | undefined;
  /** Bytes that this member may hold. By default, only what all hold together is bounded. */
  readonly maxBytes?: number | undefined;
}

/** Something that holds memory. */
export interface Holder {
  readonly owner: Owner;
  readonly bytes: number;
  /** Whether nothing comes of it at the moment. It is given up before others of its member. */
  readonly isStuck?: boolean | undefined;
}

/** What has to give up its memory first: the largest of the member that holds most in the group that holds most. */
export function firstToGo<Held extends Holder>(holders: readonly Held[]): Held | undefined {
  const group = most(holders, ({ owner }) => owner.group);
  const member = most(group, ({ owner }) => owner.member);
  const stuck = member.filter(({ isStuck }) => isStuck);
  return largest(stuck.length > 0 ? stuck : member);
}

/** What has to give up its memory so that the rest is within the bounds: those of single members, and the one of all. */
export function beyondBounds<Held extends Holder>(holders: readonly Held[], maxBytes: number): Held[] {
  const gone: Held[] = [];
  let rest = holders.filter(({ bytes }) => bytes > 0);
  const give = (candidates: readonly Held[]) => {
    // There is one as long as the sum is beyond a bound.
    const first = firstToGo(candidates) as Held;
    gone.push(first);
    rest = rest.filter((other) => other !== first);
  };
  for (const { owner } of rest.filter(({ owner }) => owner.maxBytes !== undefined)) {
    const isOwn = (holder: Held) => isSameOwner(holder.owner, owner);
    for (let own = rest.filter(isOwn); sumOf(own) > (owner.maxBytes ?? 0); own = rest.filter(isOwn)) give(own);
  }
  for (let sum = sumOf(rest); sum > maxBytes; sum = sumOf(rest)) give(rest);
  return gone;
}

/** Whether both are the same team, or the same caller without a key. */
export function isSameOwner(one: Owner, other: Owner): boolean {
  return one.group === other.group && one.member === other.member;
}

/** The bytes of all. */
export function sumOf(holders: readonly Holder[]): number {
  return holders.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** Those with the key whose sum is the largest. */
function most<Held extends Holder>(holders: readonly Held[], keyOf: (holder: Held) => string | undefined): Held[] {
  const sums = new Map<string | undefined, { bytes: number; holders: Held[] }>();
  for (const holder of holders) {
    const entry = sums.get(keyOf(holder)) ?? { bytes: 0, holders: [] };
    entry.bytes += holder.bytes;
    entry.holders.push(holder);
    sums.set(keyOf(holder), entry);
  }
  const [first = { bytes: 0, holders: [] }, ...others] = sums.values();
  return others.reduce((one, other) => (other.bytes > one.bytes ? other : one), first).holders;
}

function largest<Held extends Holder>(holders: readonly Held[]): Held | undefined {
  return holders.reduce<Held | undefined>((one, other) => (one && one.bytes >= other.bytes ? one : other), undefined);
}
