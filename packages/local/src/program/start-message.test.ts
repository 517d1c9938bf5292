import { expect, it } from 'vitest';
import { settingsFrom } from '../settings/settings-validation.js';
import { startMessage } from './start-message.js';

it('says that the proxy of the environment is not used for pages, without its address', () => {
  const message = (proxies: string[], environment: NodeJS.ProcessEnv) =>
    startMessage('http://127.0.0.1:3002', settingsFrom({ proxies }), { about: 'none' }, environment);
  const facts = message([], { HTTPS_PROXY: 'http://user:secret@proxy.example' }).facts;
  expect(facts).toContainEqual(['Proxy', 'none for pages; HTTPS_PROXY is not used for them (--proxy URL)']);
  const named = message(['http://proxy.example'], { HTTPS_PROXY: 'http://proxy.example' });
  for (const { facts } of [named, message([], { HTTPS_PROXY: '' })])
    expect(facts.map(([name]) => name)).not.toContain('Proxy');
});
