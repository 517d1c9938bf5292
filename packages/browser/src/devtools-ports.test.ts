import { createPortPolicy } from '@trawl/web/port-policy';
import { expect, it } from 'vitest';
import { createDevToolsPorts } from './devtools-ports.js';

const ADDRESSES = ['10.1.2.3', 'fd00::7'];

/** A machine of the network that the operator calls by its name. */
async function policyAt(port: number) {
  const resolve = async () => ADDRESSES.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  const devTools = createDevToolsPorts({ address: 'http://chrome:9222' });
  await devTools.learn({ send: () => Promise.reject(new Error('This browser is not there.')) }).catch(() => {});
  return createPortPolicy({ allowPrivateNetworks: true, ownPrograms: [devTools], resolve })(port);
}

it.each(['chrome', 'CHROME.', '10.1.2.3', '[::ffff:10.1.2.3]', '[fd00::7]', '127.0.0.1'])(
  'keeps %s out of reach at the port of a browser on another machine',
  async (hostname) => {
    expect((await policyAt(9222)).denialFor(hostname)?.message).toContain('is the browser of this server');
  },
);

it('leaves other ports and other machines of the network as they are', async () => {
  expect((await policyAt(8080)).denialFor('10.1.2.3')).toBeUndefined();
  expect((await policyAt(9222)).denialFor('10.1.2.4')).toBeUndefined();
});
