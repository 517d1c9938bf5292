import { NO_DOWNLOAD_OPTION } from '../project-browser/install.js';
import { readArguments } from '../shared/command-line.js';

export interface StartOptions {
  /** The site to work on; the project's own guides without it. */
  readonly site: string | undefined;
  readonly port: number;
  readonly once: boolean;
  readonly noBrowserDownload: boolean;
}

/** `--port` wins over `PORT`. With `--once` nobody needs to know the port beforehand, so it is any that is free. */
export function readOptions(args: string[], env: NodeJS.ProcessEnv): StartOptions {
  const { values, positionals } = readArguments({
    args,
    allowPositionals: true,
    options: { port: { type: 'string' }, once: { type: 'boolean', default: false }, ...NO_DOWNLOAD_OPTION },
  });
  const [site, ...more] = positionals;
  if (more.length) throw new Error(`One site at a time: \`npm start -- ${site}\`.`);
  const port = values.port ?? env.PORT ?? (values.once ? '0' : '3002');
  if (!/^\d+$/.test(port) || Number(port) > 65_535) {
    throw new Error(`The port must be a number from 0 to 65535, and is "${port}".`);
  }
  return {
    site: site === undefined ? undefined : addressOf(site),
    port: Number(port),
    once: values.once,
    noBrowserDownload: values['no-browser-download'],
  };
}

function addressOf(site: string): string {
  const url = /^https?:\/\//i.test(site) ? site : `https://${site}`;
  if (!URL.canParse(url)) throw new Error(`The site must be a URL such as https://example.com, and is "${site}".`);
  return new URL(url).href;
}
