import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The program as its users start it, in a process of its own. */
export interface Service {
  readonly url: string;
  readonly pid: number;
  readonly startedAfterMs: number;
  /** The peak memory in bytes where the system records it, otherwise the current memory. */
  resident(): number;
  stop(): void;
}

export async function startService(flags: readonly string[] = []): Promise<Service> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [programFile(), '--port', '0', '--allow-private-networks', ...flags], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const url = await addressOf(child);
  return {
    url,
    pid: child.pid ?? 0,
    startedAfterMs: performance.now() - startedAt,
    resident: () => residentBytes(child.pid ?? 0),
    stop: () => child.kill('SIGKILL'),
  };
}

function programFile(): string {
  const manifest = createRequire(import.meta.url).resolve('@trawl/local/package.json');
  const { bin } = JSON.parse(readFileSync(manifest, 'utf8')) as { bin: Record<string, string> };
  return join(dirname(manifest), Object.values(bin)[0] ?? '');
}

async function addressOf({ stdout }: ChildProcess): Promise<string> {
  let output = '';
  for await (const text of stdout?.iterator({ destroyOnReturn: false }) ?? []) {
    output += text;
    const [, url] = /at (http:\S+)/.exec(output) ?? [];
    if (url) {
      stdout?.resume();
      return url;
    }
  }
  throw new Error(`The service ended instead of starting. It said: ${output}`);
}

function residentBytes(pid: number): number {
  const status = `/proc/${pid}/status`;
  const kilobytes = existsSync(status)
    ? /^VmHWM:\s*(\d+)/m.exec(readFileSync(status, 'utf8'))?.[1]
    : execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' });
  return Number(kilobytes) * 1024;
}
