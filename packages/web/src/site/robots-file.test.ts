import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseRobotsFile } from './robots-file.js';

/** Which of the paths a robot may visit. */
function visited(text: string, robot: string, paths: readonly string[]): string[] {
  const file = parseRobotsFile(text, robot);
  return paths.filter((path) => !file.isDisallowed(path));
}

describe('the examples of RFC 9309', () => {
  // Section 5.1.
  const simple = `User-Agent: *
Disallow: *.gif$
Disallow: /example/
Allow: /publications/

User-Agent: foobot
Disallow:/
Allow:/example/page.html
Allow:/example/allowed.gif

User-Agent: barbot
User-Agent: bazbot
Disallow: /example/page.html

User-Agent: quxbot
`;
  const paths = [
    '/',
    '/a.gif',
    '/a.gif?x',
    '/example/page.html',
    '/example/allowed.gif',
    '/publications/a',
    '/robots.txt',
  ];

  test.each([
    ['foobot', ['/example/page.html', '/example/allowed.gif', '/robots.txt']],
    ['barbot', paths.filter((path) => path !== '/example/page.html')],
    ['BazBot/2.1', paths.filter((path) => path !== '/example/page.html')],
    ['quxbot', paths],
    ['another', ['/', '/a.gif?x', '/publications/a', '/robots.txt']],
  ])('%s may visit what its group allows', (robot, allowed) => {
    expect(visited(simple, robot, paths)).toEqual(allowed);
  });

  test('the longest match counts (5.2)', () => {
    const longest = 'User-Agent: foobot\nAllow: /example/page/\nDisallow: /example/page/disallowed.gif\n';
    const pages = ['/example/page/', '/example/page/disallowed.gif'];
    expect(visited(longest, 'foobot', pages)).toEqual(['/example/page/']);
  });

  test('groups of the same robot are one (2.2.1)', () => {
    const merged = `User-agent: ExampleBot
Disallow: /foo
Disallow: /bar

User-agent: *
Disallow: /

User-agent: ExampleBot
Disallow: /baz
`;
    expect(visited(merged, 'examplebot', ['/foo', '/bar', '/baz', '/qux'])).toEqual(['/qux']);
  });

  test.each([
    ['/foo/bar?baz=quz', '/foo/bar?baz=quz'],
    ['/foo/bar?baz=https://foo.bar', '/foo/bar?baz=https%3A%2F%2Ffoo.bar'],
    ['/foo/bar/ツ', '/foo/bar/%E3%83%84'],
    ['/foo/bar/%E3%83%84', '/foo/bar/ツ'],
    ['/foo/bar/%62%61%7A', '/foo/bar/baz'],
    ['/path/file-with-a-%2A.html', '/path/file-with-a-*.html'],
    ['/path/foo-%24', '/path/foo-$'],
  ])('%s is %s (2.2.2, 2.2.3)', (rule, path) => {
    for (const [one, other] of [
      [rule, path],
      [rule.replaceAll('%', '%').toLowerCase(), path.toLowerCase()],
    ] as const) {
      expect(visited(`User-agent: *\nDisallow: ${one}`, 'a', [other])).toEqual([]);
      expect(visited(`User-agent: *\nDisallow: ${one}`, 'a', [other.slice(0, -1)])).toEqual([other.slice(0, -1)]);
    }
  });

  test('other lines end no group (2.2.4)', () => {
    for (const line of ['Sitemap: https://example.com/map.xml', 'Crawl-delay: 2', 'Host: a', '', '# a', 'nonsense']) {
      const text = `User-agent: barbot\n${line}\nUser-agent: foobot\n${line}\nDisallow: /private\n`;
      for (const robot of ['barbot', 'foobot']) expect(visited(text, robot, ['/private', '/'])).toEqual(['/']);
    }
  });
});

test.each<[string, string, string[], string[]]>([
  ['wildcards', 'Disallow: /fish*.php', ['/fishheads/catfish.php?a', '/fish.php'], ['/Fish.PHP', '/fish']],
  [
    'the end of a path',
    'Disallow: /*.php$',
    ['/filename.php', '/a/filename.php'],
    ['/filename.php?a', '/filename.php5'],
  ],
  ['several wildcards', 'Disallow: /*?*f[]=*', ['/p?f[]=1', '/p?a&f%5B%5D=1'], ['/p?f=1', '/f[]=']],
  ['a wildcard before the end', 'Disallow: /a*$', ['/a', '/abc'], ['/b']],
  ['a text before and after a wildcard', 'Disallow: /ab*ba$', ['/abba', '/ab-ba'], ['/aba', '/abbax']],
  ['characters that are seldom encoded', 'Disallow: /a|b^{c}[d]', ['/a|b^{c}[d]', '/a%7cb%5E%7Bc%7D%5bd%5D'], ['/a']],
  ['unreserved characters', 'Disallow: /%7Ejoe/', ['/~joe/', '/%7ejoe/x'], ['/joe/']],
  ['an encoded slash', 'Disallow: /a%2Fb', ['/a%2fb'], ['/a/b']],
  ['rules of the same length', 'Disallow: /page\nAllow: /page', [], ['/page']],
  ['rules without a value', 'Disallow:\nAllow:', [], ['/', '/a']],
  [
    'lines of all kinds',
    '\uFEFFdisALLOW : /a # why\rDisallow:/b\r\n Disallow: /c\nDisallow /d#\nDisallow all /e',
    ['/a', '/b', '/c', '/d'],
    ['/e'],
  ],
  ['a dollar in the middle', 'Disallow: /a$b', ['/a$b', '/a%24b'], ['/a', '/ab']],
])('%s match as they should', (_, rules, denied, allowed) => {
  expect(visited(`User-agent: *\n${rules}`, 'a', [...denied, ...allowed])).toEqual(allowed);
});

test('a robot is known by its whole name', () => {
  const text = 'User-agent: Trawl\nDisallow: /\n\nUser-agent: TrawlLocalBot\nDisallow: /\n';
  expect(visited(text, 'TrawlLocal', ['/'])).toEqual(['/']);
  expect(visited('User-agent: trawllocal/1.0 (see there)\nDisallow: /', 'TrawlLocal/2', ['/'])).toEqual([]);
  expect(visited('Disallow: /\nUser-agent: a\nDisallow: /a', 'b', ['/', '/a'])).toEqual(['/', '/a']);
});

test('the delay is that of the group, and sitemaps are for all', () => {
  const text =
    'Sitemap: /a.xml\nUser-agent: x\nCrawl-delay: 1.5\nDisallow: /\nUser-agent: *\nCrawl-delay: soon\nSITEMAP: /b.xml';
  expect(parseRobotsFile(text, 'x')).toMatchObject({ crawlDelay: 1.5, sitemaps: ['/a.xml', '/b.xml'] });
  expect(parseRobotsFile(text, 'y').crawlDelay).toBeUndefined();
});

test('each character of a URL matches itself, however it is encoded', () => {
  const character = fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => !/[#*$\s\p{Cc}]/u.test(text));
  fc.assert(
    fc.property(character, fc.constantFrom('/a', '/p?'), (text, before) => {
      const { pathname, search } = new URL(before + text, 'http://site.example/');
      const rules = [before + text, `${before}${text}$`, `/*${text}`];
      for (const rule of text.includes('\\') || /^[./]+$/.test(text) ? [] : rules) {
        expect([rule, visited(`User-agent: *\nDisallow: ${rule}`, 'a', [pathname + search])]).toEqual([rule, []]);
      }
    }),
  );
});
