import { describe, expect, it } from 'vitest';
import { runTrawl } from './run-trawl.js';

describe('without a service, a command that fails says why, and ends with a status of its own', () => {
  it.each<[string, string[], number, RegExp]>([
    ['no service', ['scrape', 'https://example.com'], 2, /^No service is named\. Start one with `trawl local`/],
    [
      'an unknown flag',
      ['scrape', 'https://example.com', '--fromats', 'links'],
      2,
      /unknown option '--fromats'\n\(Did you mean --formats\?\)/,
    ],
    ['an unknown command', ['scrap'], 2, /unknown command 'scrap'\n\(Did you mean scrape\?\)/],
    [
      'no number',
      ['scrape', 'https://example.com', '--timeout-ms', 'x'],
      2,
      /^--timeout-ms must be a whole number, not "x"/,
    ],
    ['no argument', ['map', '--base-url', 'http://127.0.0.1:1'], 2, /^The url is missing: see trawl map --help/],
    [
      'a limit of the contract',
      ['scrape', 'x', '--timeout-ms', '1'],
      2,
      /^--timeout-ms must be at least 1000, not 1\./,
    ],
    [
      'a limit of a list',
      ['monitor', 'list', '--limit', 'x', '--base-url', 'http://127.0.0.1:1'],
      2,
      /^--limit must be/,
    ],
    [
      'no name of a file',
      ['parse', '-', '--base-url', 'http://127.0.0.1:1'],
      2,
      /^Give --filename: its extension says how standard input is parsed\.\n$/,
    ],
    [
      'a key for the service of the command',
      ['scrape', 'https://example.com', '--local', '--ask-api-key'],
      2,
      /^--local takes no key: its service is for this command alone\.\n$/,
    ],
    ['no field', ['scrape', 'x', '--fields', ''], 2, /^--fields must name fields/],
    ['help of no command', ['help', 'scrap'], 2, /^There is no command scrap: see trawl --help/],
    ['no crawl', ['crawl', '--base-url', 'http://127.0.0.1:1'], 2, /^Name the URL to start at/],
    [
      'no service there',
      ['map', 'https://example.com', '--base-url', 'http://127.0.0.1:9999'],
      9,
      /^map \(mapSite\) could not reach http:\/\/127\.0\.0\.1:9999.* `trawl local` starts a service on this machine\.\n$/,
    ],
    [
      'no standard input',
      ['batch', '--base-url', 'http://127.0.0.1:1'],
      2,
      /^Name the url: neither an argument nor standard input has one/,
    ],
  ])('%s', async (_, args, status, message) => {
    expect(await runTrawl(args)).toEqual({ status, stdout: '', stderr: expect.stringMatching(message) });
  });
});
