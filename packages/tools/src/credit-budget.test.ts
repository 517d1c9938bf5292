import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fixedRuns } from '../../../test/properties.js';
import { CallTime } from './call-time.js';
import { CreditBudget } from './credit-budget.js';

/** Time enough for every call. */
const time = new CallTime(300_000, false);

afterEach(() => {
  vi.useRealTimers();
  time.end();
});

/** A service that knows how many of its calls run at once. */
class Service {
  made = 0;
  spent = 0;
  running = 0;
  mostAtOnce = 0;

  async scrape(cost: unknown): Promise<{ readonly cost: unknown }> {
    this.made++;
    this.running++;
    this.mostAtOnce = Math.max(this.mostAtOnce, this.running);
    await pause(0);
    this.running--;
    if (typeof cost === 'number') this.spent += cost;
    return { cost };
  }
}

const scrapeOf = (budget: CreditBudget, service: Service, cost: unknown, estimate = 1) =>
  budget.call(
    'scrape',
    estimate,
    time,
    () => service.scrape(cost),
    (answer) => answer.cost,
  );

describe('calls at once', () => {
  it('spend the credits, and the call that reaches the limit is the last one', async () => {
    const costs = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 40 }), costs, async (maxCredits, prices) => {
        const budget = new CreditBudget(maxCredits);
        const service = new Service();
        const dearest = Math.max(...prices);
        await Promise.allSettled(prices.map((cost) => scrapeOf(budget, service, cost, dearest)));
        // No more than as many calls one after the other.
        expect(service.spent).toBeLessThan(maxCredits + dearest);
        const total = prices.reduce((sum, cost) => sum + cost);
        if (total <= maxCredits) expect(service.made).toBe(prices.length);
        else expect(service.spent).toBeGreaterThanOrEqual(maxCredits);
      }),
      fixedRuns(40),
    );
  });

  it('of a price that nobody knew do not spend it many times', async () => {
    const budget = new CreditBudget(20);
    const service = new Service();
    await Promise.allSettled(Array.from({ length: 60 }, () => scrapeOf(budget, service, 10)));
    expect(service.spent).toBe(20);
  });

  it('run side by side where the credits suffice', async () => {
    const budget = new CreditBudget(100);
    const service = new Service();
    await Promise.all(Array.from({ length: 20 }, () => scrapeOf(budget, service, 1)));
    expect(service.mostAtOnce).toBe(19);
  });

  it('that fail give back what they have reserved', async () => {
    const budget = new CreditBudget(1);
    const failure = () => Promise.reject(new Error('The page is gone.'));
    await Promise.allSettled(Array.from({ length: 9 }, () => budget.call('scrape', 1, time, failure, () => 1)));
    expect(budget.left()).toBe(1);
  });
});

it('a service that does not count spends nothing', async () => {
  const budget = new CreditBudget(1);
  const service = new Service();
  for (const cost of [undefined, null, -1, Number.NaN, '5']) await scrapeOf(budget, service, cost);
  expect(budget.left()).toBe(1);
});

describe('the credits of a job', () => {
  it('are reserved until it has ended, for jobs at once as well', async () => {
    const budget = new CreditBudget(10);
    const wanted: number[] = [];
    const start = (id: string) =>
      budget.job(4, time, async (credits) => {
        wanted.push(credits);
        await pause(0);
        return { id };
      });
    await Promise.allSettled(['a', 'b', 'c', 'd'].map(start));
    expect(wanted).toEqual([4, 4, 2]);
    expect(() => budget.left()).toThrow('jobs that have not ended have reserved 10.');
    budget.settleJob('a', 1, false);
    expect(() => budget.left()).toThrow('1 are used, and jobs that have not ended have reserved 9.');
    budget.settleJob('a', 3, true);
    expect(budget.left()).toBe(1);
  });

  it('are counted once, however often it is asked about', () => {
    const budget = new CreditBudget(10);
    for (const used of [4, 4, 6, 5]) budget.settleJob('of-another-session', used, false);
    expect(budget.left()).toBe(4);
  });

  it('that have cost more than was reserved end the session', async () => {
    const budget = new CreditBudget(3);
    await budget.job(2, time, async () => ({ id: 'a' }));
    budget.settleJob('a', 7, true);
    expect(() => budget.left()).toThrow('The credits of this session are used up: 7 of 3.');
  });
});
