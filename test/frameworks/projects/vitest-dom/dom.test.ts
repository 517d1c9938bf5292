import { createLocalServer } from '@trawl/local';
import { Trawl } from '@trawl/sdk';
import { expect, test } from 'vitest';

test('the SDK calls the server of the global set-up', async () => {
  document.body.textContent = (await new Trawl().support.ask('What is SCRAPE_TIMEOUT?')).answer;
  expect(document.body.textContent).toContain('timeout');
});

test.skipIf(!navigator.userAgent.includes('HappyDOM'))('a File of the DOM is sent', async () => {
  expect((await new Trawl().parse(new File(['# Tea'], 'tea.md'))).markdown).toBe('# Tea');
});

test('a server in this process says that it needs another place', async () => {
  await expect(createLocalServer()).rejects.toThrow('global set-up');
});
