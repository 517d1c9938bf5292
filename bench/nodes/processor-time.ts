import { readFileSync } from 'node:fs';
import { familyOf } from '../local/memory.js';

/** The unit in which Linux counts, in seconds. */
const TICK = 0.01;

/** Seconds of a processor that a process and those that it started have taken so far, also those that have ended. */
export function processorSeconds(pid: number): number {
  return familyOf(pid).reduce((sum, process) => sum + secondsOf(process.pid), 0);
}

/** The time of a process, and of its children that have ended. */
function secondsOf(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    return ticks * TICK;
  } catch {
    // It has ended meanwhile.
    return 0;
  }
}
