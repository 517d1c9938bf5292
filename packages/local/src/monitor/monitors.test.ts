import { createVirtualClock } from '@trawl/base/clock';
import type { MonitorSchedule } from '@trawl/client';
import { expect, test } from 'vitest';
import { onEachDatabase } from '../../test/databases.js';
import { Monitors } from './monitors.js';

onEachDatabase((database) => {
  test('changes of a monitor that come at once are all kept', async () => {
    const clock = createVirtualClock();
    const { stores } = await database.emptyStores(clock);
    const monitors = new Monitors({ stores, clock });
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

  test('a monitor of an interval keeps a delay of its own, within a tenth and a minute; one of a time has none', async () => {
    const start = Date.UTC(2026, 0, 1, 8, 59);
    const clock = createVirtualClock(start);
    const { stores } = await database.emptyStores(clock);
    const monitors = new Monitors({ stores, clock });
    const targets = [{ type: 'scrape' as const, urls: ['https://a.example/'] }];
    const create = (schedule: MonitorSchedule) => monitors.create('a', { name: 'Tea', schedule, targets });
    const runOf = ({ nextRunAt }: { readonly nextRunAt?: string | null }) => Date.parse(nextRunAt ?? '');
    const nine = start + 60_000;
    const delays = async (schedule: MonitorSchedule, due = nine) => {
      const created = await Promise.all(Array.from({ length: 20 }, () => create(schedule)));
      return created.map((monitor) => runOf(monitor) - due);
    };
    for (const [text, most] of [
      ['every 5 minutes', 30_000],
      ['hourly', 60_000],
    ] as const) {
      const found = await delays({ text });
      expect(new Set(found).size).toBeGreaterThan(5);
      expect(found.every((delay) => delay >= 0 && delay <= most)).toBe(true);
    }
    for (const schedule of [{ cron: '*/5 * * * *' }, { text: 'daily at 9:00' }]) {
      expect(new Set(await delays(schedule))).toEqual(new Set([0]));
    }
    const monitor = await create({ text: 'hourly' });
    await clock.advance(runOf(monitor) - start);
    await monitors.advance(monitor.id);
    expect(runOf(await monitors.get('a', monitor.id))).toBe(runOf(monitor) + 3_600_000);
    const renamed = await monitors.update('a', monitor.id, { schedule: { text: 'hourly' } });
    expect(runOf(renamed)).toBe(runOf(monitor) + 3_600_000);
  });
});
