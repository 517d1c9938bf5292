import { codeBlocks } from '../docs/markdown.js';

/** How a client starts or reaches the server. */
export interface Entry {
  readonly command?: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What a guide has clients write into their configuration. */
export const entriesIn = (guide: string): Entry[] =>
  codeBlocks(guide)
    .filter(({ language }) => language === 'json')
    .flatMap(({ code }) => entriesOf(JSON.parse(code)));

/** The servers of a configuration, whichever client it is for. */
export const entriesOf = ({ servers, mcpServers, context_servers }: Readonly<Record<string, object>>): Entry[] =>
  Object.values(servers ?? mcpServers ?? context_servers ?? {});

/** The commands of a guide that start the server, without `npx`. */
export const commandsIn = (guide: string): string[][] =>
  codeBlocks(guide)
    .filter(({ language }) => language === 'sh')
    .flatMap(({ code }) => code.split('\n'))
    .flatMap((line) => /\bnpx (?:-y )?@trawl\/tools (.+)$/.exec(line)?.[1] ?? [])
    .map((args) => args.split(' '));
