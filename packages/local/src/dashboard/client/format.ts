/** The time of today, or the day and time of another one. */
export function timeOf(iso: string): string {
  const date = new Date(iso);
  const time = date.toTimeString().slice(0, 8);
  if (date.toDateString() === new Date().toDateString()) return time;
  return `${date.getDate()} ${date.toLocaleString('en', { month: 'short' })} ${time.slice(0, 5)}`;
}

export function tookOf(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(ms < 10_000 ? 1 : 0)} s`;
}

export function sizeOf(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1e6 ? `${(bytes / 1e3).toFixed(bytes < 1e4 ? 1 : 0)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

export const countOf = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

export const joinParts = (...parts: readonly (string | undefined | false)[]): string =>
  parts.filter(Boolean).join(', ');
