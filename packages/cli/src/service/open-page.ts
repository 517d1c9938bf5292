import { spawn } from 'node:child_process';

type Environment = Readonly<Record<string, string | undefined>>;

/** The program that opens a page in the browser of the user; undefined where there is none to be seen. */
export function pageOpener(
  env: Environment,
  platform: NodeJS.Platform = process.platform,
): readonly [command: string, ...args: string[]] | undefined {
  // Over SSH, the browser would open on the other machine.
  if (env.CI || env.SSH_CONNECTION || env.SSH_TTY) return undefined;
  if (env.BROWSER && !/\s/.test(env.BROWSER)) return [env.BROWSER];
  if (platform === 'darwin') return ['open'];
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler'];
  if (env.WSL_DISTRO_NAME) return ['wslview'];
  return env.DISPLAY || env.WAYLAND_DISPLAY ? ['xdg-open'] : undefined;
}

/** Opens a page in the browser of the user, and does not care whether that works: the page is printed as well. */
export function openPage(url: string, env: Environment): void {
  const [command, ...args] = pageOpener(env) ?? [];
  if (command === undefined) return;
  // Without a shell, so that the URL of a service is never a command.
  const child = spawn(command, [...args, url], { detached: true, stdio: 'ignore' });
  child.on('error', () => {});
  child.unref();
}
