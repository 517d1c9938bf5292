import { createVirtualClock } from '@trawl/base/clock';
import { expect, test } from 'vitest';
import { onEachDatabase } from '../../test/databases.js';
import { createApiKeys } from './api-keys.js';
import { createDeviceLogins } from './device-logins.js';

onEachDatabase((database) => {
  test('a sign-in is one for all nodes, and hands its key over once', async () => {
    const clock = createVirtualClock();
    const { stores, reopened } = await database.emptyStores(clock);
    const [node, other] = [stores, reopened()].map((each) =>
      createDeviceLogins(each, createApiKeys(each, clock), clock),
    );
    if (!node || !other) throw new Error('There are two nodes.');
    const { deviceCode, userCode, intervalMs } = await node.start('trawl on \u202eada\n', 'here');
    expect(await other.find(userCode, 'team harbour')).toMatchObject({ client: 'trawl-on-ada-' });
    await other.confirm(userCode, 'team harbour', 'harbour');
    await clock.advance(intervalMs);
    const polls = [await node.poll(deviceCode), await other.poll(deviceCode)];
    expect(polls).toMatchObject([{ state: 'confirmed', key: { team: 'harbour' } }, { state: 'invalid_grant' }]);
  });
});
