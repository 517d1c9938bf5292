import { describe, expect, it } from 'vitest';
import { redactPii } from './redact-pii.js';

/** What is planted, and the line that it stands in. Cards, accounts and keys have right checksums and open nothing. */
const PLANTED: readonly [entity: string, data: string, line: (data: string) => string][] = [
  ['EMAIL', 'maria.gonzalez+work@example.com', (data) => `Write to ${data} before noon.`],
  ['EMAIL', 'info@harbour.example', (data) => `- Mail: [${data}](mailto:${data})`],
  ['EMAIL', 'jo.bloggs [at] example [dot] org', (data) => `Or ${data}, if you must.`],
  ['PHONE', '+44 20 7946 0958', (data) => `Call ${data} in the morning.`],
  ['PHONE', '(415) 555-2671', (data) => `The office is at ${data}.`],
  ['PHONE', '415.555.2671', (data) => `Fax: ${data}`],
  ['PHONE', '+49 30 901820', (data) => `| Berlin | ${data} |`],
  ['FINANCIAL', '4111 1111 1111 1111', (data) => `The card ${data} was refused.`],
  ['FINANCIAL', '5500-0000-0000-0004', (data) => `Paid with ${data} on Friday.`],
  ['FINANCIAL', 'DE89 3704 0044 0532 0130 00', (data) => `Send it to ${data}, please.`],
  ['FINANCIAL', 'GB82WEST12345698765432', (data) => `IBAN ${data}`],
  ['FINANCIAL', '078-05-1120', (data) => `Her number is ${data}.`],
  ['SECRET', 'AKIAIOSFODNN7EXAMPLE', (data) => `export AWS_ACCESS_KEY_ID=${data}`],
  ['SECRET', 'hunter2-but-longer', (data) => `password: ${data}`],
  ['SECRET', `ghp_${'a1B2'.repeat(9)}`, (data) => `git clone with ${data} works.`],
  ['SECRET', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.SflKxwRJSMeKKF2QT4', (data) => `Authorization: Bearer ${data}`],
  ['PERSON', 'Maria Gonzalez', (data) => `The report was written by ${data} last week.`],
  ['PERSON', 'Tomas Lindqvist', (data) => `Photograph: ${data}`],
  ['PERSON', 'Siobhán O’Brien', (data) => `**${data}** leads the team.`],
  ['LOCATION', '221B Baker Street, London NW1 6XE', (data) => `We moved to ${data} in May.`],
  ['LOCATION', 'Invalidenstraße 43, 10115 Berlin', (data) => `Unsere Adresse: ${data}`],
];

/** What looks like personal data and is none. */
const CLEAN = [
  '# Release 3.11.2 of 2024-05-31',
  'The build took 1,234,567 ms on 2024-05-31 00:35:55 UTC.',
  'Listen on 127.0.0.1:8080 or 192.168.178.20.',
  'Commit 9fceb02d0ae598e95dc970b74767f19372d61af8 fixes issue 4711.',
  'ISBN 978-3-16-148410-0, second edition, 2019.',
  'Pi is 3.14159265358979, and e is 2.718281828.',
  'Order no. 100200300 holds 12 items of 4 kg each.',
  'Rows 1000000000 to 2000000000 are kept in the second file.',
  'The UUID is 550e8400-e29b-41d4-a716-446655440000.',
  'Pass `password: string` and `token: string` to the constructor.',
  'Use the decorator @property, or @media in a style sheet.',
  'Open a Pull Request against the Main Branch, and wait for Code Review.',
  'The Python Software Foundation holds the licence.',
  'PostgreSQL, Apache Kafka and Ruby on Rails are good neighbours.',
  'In Chapter 3 we look at Control Flow, and in Chapter 4 at Ownership.',
  '| Year | Lowest (cm) | Highest (cm) |',
  '| 2019 | 38 | 188 |',
  'Between 10 and 20 people came to the harbour on Monday.',
  'The price fell from 1.299,00 to 999,00 in March.',
  'See section 12.4.3 and table 8.2 for the limits.',
  'A port such as 5432 is set with `port = 5432`.',
  'Colours are #1d3557 and #e9c46a.',
  'The token is sent in the header of every request.',
  'Coordinates of a pixel are written as 12, 40.',
];

describe('redactPii', () => {
  it.each(PLANTED)('replaces %s: %s', async (entity, data, line) => {
    const redacted = await redactPii(line(data), {});
    expect(redacted).toContain(`<${entity}>`);
    expect(redacted).not.toContain(data);
  });

  it.each(CLEAN)('leaves alone: %s', async (line) => {
    expect(await redactPii(line, {})).toBe(line);
  });

  it('finds everything in one text as well as alone', async () => {
    const text = [...PLANTED.map(([, data, line]) => line(data)), ...CLEAN].join('\n');
    const redacted = await redactPii(text, {});
    expect(PLANTED.filter(([, data]) => redacted.includes(data))).toEqual([]);
    for (const line of CLEAN) expect(redacted).toContain(line);
  });

  it('masks character by character, or removes', async () => {
    const text = 'Write to jo@example.com, please.';
    expect(await redactPii(text, { replaceStyle: 'mask' })).toBe('Write to **************, please.');
    expect(await redactPii(text, { replaceStyle: 'remove' })).toBe('Write to , please.');
  });

  it('redacts only the entities that are requested', async () => {
    const text = 'Maria Gonzalez: maria@example.com, +44 20 7946 0958';
    expect(await redactPii(text, { entities: ['PHONE'] })).toBe('Maria Gonzalez: maria@example.com, <PHONE>');
  });

  it('reads numbers by the country of the page', async () => {
    const text = 'Telefon 030 901820';
    expect(await redactPii(text, { country: 'DE' })).toBe('Telefon <PHONE>');
    expect(await redactPii(text, { country: 'US' })).toBe(text);
  });

  it('does without dictionaries when it is to be fast', async () => {
    const text = 'Dr. Maria Gonzalez met Tomas Lindqvist: maria@example.com, (415) 555-2671';
    expect(await redactPii(text, { mode: 'fast' })).toBe('Dr. <PERSON> met Tomas Lindqvist: <EMAIL>, <PHONE>');
  });

  it('takes what may be personal data when it is to be aggressive', async () => {
    const text = 'Maria lives in Berlin and has the key 9fceb02d0ae598e95dc970b74767f19372d61af8.';
    expect(await redactPii(text, { mode: 'aggressive' })).toBe(
      '<PERSON> lives in <LOCATION> and has the key <SECRET>.',
    );
  });

  it('looks for keys in code, and not for people', async () => {
    const text = '```ts\nconst user = "Maria Gonzalez"; // AKIAIOSFODNN7EXAMPLE\n```';
    expect(await redactPii(text, {})).toBe('```ts\nconst user = "Maria Gonzalez"; // <SECRET>\n```');
  });

  it.each(['1 ', 'a.', '@', 'A b ', '(12) ', '-----BEGIN PRIVATE KEY-----', 'token: ', 'Aa Bb '])(
    'takes time in proportion to the text, whatever it is: %s',
    async (piece) => {
      const start = performance.now();
      await redactPii(piece.repeat(100_000 / piece.length), { mode: 'accurate' });
      expect(performance.now() - start).toBeLessThan(5_000);
    },
  );
});
