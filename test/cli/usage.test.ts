import { describe, expect, it } from 'vitest';
import { runTrawl } from './run-trawl.js';

describe('without a service, a command that fails says why, and ends with a status of its own', () => {
  it.each<[string, string[], number, RegExp]>([
    [
      'no service',
      ['scrape', 'https://example.com'],
      2,
      /^No service is named(\. Start one with `trawl local`|, but one runs at).*\nSee trawl scrape --help\.\n$/,
    ],
    [
      'an unknown flag',
      ['scrape', 'https://example.com', '--fromats', 'links'],
      2,
      /^unknown option '--fromats'\n\(Did you mean --formats\?\)\nSee trawl scrape --help\.\n$/,
    ],
    [
      'a time without its unit',
      ['crawl', 'https://example.com', '--delay', '1'],
      2,
      /^unknown option '--delay'\n\(Did you mean --delay-seconds\? It is in seconds\.\)\nSee trawl crawl --help\.\n$/,
    ],
    [
      'a monitor that is to run at no such time',
      ['monitor', 'create', 'https://example.com', '--every', '1 hour', '--base-url', 'http://127.0.0.1:1'],
      2,
      /^--every must be a number with m, h, d or w, such as 30m, 1h, 1d or 1w, not "1 hour"\./,
    ],
    [
      'a monitor with two schedules',
      [
        'monitor',
        'create',
        'https://a.example',
        '--every',
        '1h',
        '--schedule-cron',
        '0 * * * *',
        '--base-url',
        'http://127.0.0.1:1',
      ],
      2,
      /^Give one of --every, --schedule-cron and --schedule-text\./,
    ],
    ['an unknown command', ['scrap'], 2, /^unknown command 'scrap'\n\(Did you mean scrape\?\)\nSee trawl --help\.\n$/],
    [
      'no number',
      ['scrape', 'https://example.com', '--timeout-ms', 'x'],
      2,
      /^--timeout-ms must be a whole number, not "x"/,
    ],
    ['no argument', ['map', '--base-url', 'http://127.0.0.1:1'], 2, /^The url is missing\.\nSee trawl map --help\.\n$/],
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
      /^Give --filename: its extension says how standard input is parsed\.\nSee trawl parse --help\.\n$/,
    ],
    [
      'a key for the service of the command',
      ['scrape', 'https://example.com', '--local', '--ask-api-key'],
      2,
      /^--local takes no key: its service is for this command alone\.\nSee trawl scrape --help\.\n$/,
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
      /^Name the url: neither an argument nor a line of input has one/,
    ],
    [
      'a key as an argument, which is not repeated',
      ['scrape', 'https://example.com', '--api-key=fc-0123456789'],
      2,
      /^No flag takes the key itself, because other users of the machine see arguments: (?!.*fc-0)/,
    ],
    [
      'a picture of many pages',
      ['crawl', 'https://example.com', '--output', 'a.png', '--base-url', 'http://127.0.0.1:9999'],
      2,
      /^--output a\.png is one picture: give a folder for the pages of a crawl\.\nSee trawl crawl --help\.\n$/,
    ],
    [
      'an action of the wrong form',
      ['scrape', 'https://example.com', '--actions', '[{"type":"clik"}]', '--base-url', 'http://127.0.0.1:1'],
      2,
      /^--actions: item 1 has the type "clik"\. There are wait, /,
    ],
  ])('%s', async (_, args, status, message) => {
    expect(await runTrawl(args)).toEqual({ status, stdout: '', stderr: expect.stringMatching(message) });
  });
});
