import { createVirtualClock } from '@trawl/base/clock';
import { expect, test } from 'vitest';
import { onEachDatabase } from '../../test/databases.js';
import { createMonitors } from './monitors.js';

onEachDatabase((database) => {
  test('changes of a monitor that come at once are all kept', async () => {
    const clock = createVirtualClock();
    const { stores } = await database.emptyStores(clock);
    const monitors = createMonitors({ stores, clock });
    const targets = [{ type: 'scrape' as const, urls: ['https://a.example/'] }];
    const { id } = await monitors.create('a', { name: 'Tea', schedule: { cron: '0 * * * *' }, targets });
    await Promise.all([
      monitors.update('a', id, { name: 'Coffee' }),
      monitors.update('a', id, { retentionDays: 3 }),
      monitors.update('a', id, { schedule: { cron: '30 * * * *' } }),
      monitors.note(id, { currentCheckId: 'check' }),
    ]);
    expect(await monitors.get('a', id)).toMatchObject({
      name: 'Coffee',
      retentionDays: 3,
      schedule: { cron: '30 * * * *' },
      currentCheckId: 'check',
    });
  });
});
