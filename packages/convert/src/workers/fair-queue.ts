import { TeamUse } from './team-use.js';

/** Whom work is for. Teams share what is scarce, and so do the jobs of a team. */
export interface WorkOwner {
  readonly team: string;
  /** What belongs together, such as the pages of a crawl. */
  readonly job: string;
}

/** Teams whose use differs by less have used as much. */
const STEP_MS = 250;

/** How far a team that asks for nothing may fall behind those that do: so far it is ahead of them when it comes back. */
const LEAD_MS = 2_000;

/** How many teams are remembered that ask for nothing. */
const MAX_IDLE = 1_000;

interface Entry<Item> {
  readonly item: Item;
  readonly weight: number;
}

/** What a team waits for and has in hand. */
interface Team<Item> {
  readonly use: TeamUse;
  /** What waits, by the jobs. The first job has its turn next. */
  readonly jobs: Map<string, Entry<Item>[]>;
  /** The weight of all that waits. */
  weight: number;
}

/**
 * A queue for what teams share. The next item is one of the team that has used least until now (least attained service).
 * Of those that have used as much, it is the team that waits for least, and then the one whose last turn is longest ago. The
 * jobs of a team take turns.
 */
export class FairQueue<Item> {
  readonly #now: () => number;
  readonly #teams = new Map<string, Team<Item>>();
  /** The teams that wait. The first has waited longest for its turn. */
  readonly #waiting = new Set<string>();
  /** What the team had used that had the last turn. It never falls. */
  #usedMs = 0;
  #size = 0;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  get size(): number {
    return this.#size;
  }

  /** The number of uses that a team has in hand. */
  inHand(team: string): number {
    return this.#teams.get(team)?.use.inHand ?? 0;
  }

  /** Whether other teams wait as well. */
  hasOthers(team: string): boolean {
    return this.#waiting.size > (this.#waiting.has(team) ? 1 : 0);
  }

  push({ team: name, job }: WorkOwner, item: Item, weight = 1): void {
    const team = this.#open(name);
    const entries = team.jobs.get(job);
    if (entries) entries.push({ item, weight });
    else team.jobs.set(job, [{ item, weight }]);
    team.weight += weight;
    this.#waiting.add(name);
    this.#size += 1;
  }

  /** Counts a use of a team, until the function is called that it returns. */
  use(name: string): () => void {
    const { use } = this.#open(name);
    const end = use.begin(this.#now());
    return () => end(this.#now());
  }

  /** Takes the next item, of the teams that may have one. */
  shift(mayHave: (team: string) => boolean = () => true): Item | undefined {
    const name = this.#next(mayHave);
    const team = name === undefined ? undefined : this.#teams.get(name);
    const [job, entries] = team?.jobs.entries().next().value ?? [];
    const entry = entries?.shift();
    if (name === undefined || !team || job === undefined || !entries || !entry) return undefined;
    this.#usedMs = Math.max(this.#usedMs, team.use.at(this.#now()));
    team.use.addTurn();
    // Moves both to the end, because maps and sets keep the order of insertion.
    team.jobs.delete(job);
    if (entries.length > 0) team.jobs.set(job, entries);
    this.#waiting.delete(name);
    this.#waiting.add(name);
    this.#removed(name, team, entry);
    return entry.item;
  }

  /** Removes an item; returns false when it is not in the queue. */
  remove(item: Item): boolean {
    for (const name of this.#waiting) {
      const team = this.#teams.get(name);
      for (const [job, entries] of team?.jobs ?? []) {
        const index = entries.findIndex((entry) => entry.item === item);
        const [entry] = index < 0 ? [] : entries.splice(index, 1);
        if (!team || !entry) continue;
        if (entries.length === 0) team.jobs.delete(job);
        this.#removed(name, team, entry);
        return true;
      }
    }
    return false;
  }

  /**
   * Takes out an item of the team that waits for most, if that is more than what the newcomer waits for with a further item of
   * this weight.
   */
  displace(newcomer: string, weight: number): Item | undefined {
    const limit = (this.#teams.get(newcomer)?.weight ?? 0) + weight;
    let largest: Team<Item> | undefined;
    for (const name of this.#waiting) {
      const team = this.#teams.get(name);
      if (team && name !== newcomer && team.weight > (largest?.weight ?? limit)) largest = team;
    }
    const item = [...(largest?.jobs.values() ?? [])].at(-1)?.at(-1)?.item;
    if (item === undefined) return undefined;
    this.remove(item);
    return item;
  }

  #next(mayHave: (team: string) => boolean): string | undefined {
    const now = this.#now();
    let next: { readonly name: string; readonly step: number; readonly weight: number } | undefined;
    for (const name of this.#waiting) {
      const team = this.#teams.get(name);
      if (!team || !mayHave(name)) continue;
      const step = Math.floor(team.use.at(now) / STEP_MS);
      const { weight } = team;
      if (next && (step > next.step || (step === next.step && weight >= next.weight))) continue;
      next = { name, step, weight };
    }
    return next?.name;
  }

  /** A team that wants something. */
  #open(name: string): Team<Item> {
    const leastMs = this.#usedMs - LEAD_MS;
    let team = this.#teams.get(name);
    if (!team) {
      this.#forgetIdle();
      team = { use: new TeamUse(leastMs), jobs: new Map(), weight: 0 };
      this.#teams.set(name, team);
    }
    const isIdle = team.use.inHand === 0 && !this.#waiting.has(name);
    if (isIdle) team.use.raise(leastMs, this.#now());
    return team;
  }

  #removed(name: string, team: Team<Item>, { weight }: Entry<Item>): void {
    team.weight -= weight;
    this.#size -= 1;
    if (team.jobs.size === 0) this.#waiting.delete(name);
  }

  #forgetIdle(): void {
    if (this.#teams.size < this.#waiting.size + MAX_IDLE) return;
    for (const [name, { use }] of this.#teams) {
      if (use.inHand > 0 || this.#waiting.has(name)) continue;
      this.#teams.delete(name);
      return;
    }
  }
}
