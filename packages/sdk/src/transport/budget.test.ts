import { expect, it } from 'vitest';
import { RetryBudget } from './budget.js';

function spend(budget: RetryBudget): number {
  let retries = 0;
  for (; budget.affordable; retries++) budget.spend();
  return retries;
}

it('pays for a hundred retries in a row', () => {
  expect(spend(new RetryBudget())).toBe(100);
});

it('earns a retry back with five plain successes, or one that took a retry', () => {
  const budget = new RetryBudget();
  spend(budget);
  for (let success = 0; success < 4; success++) budget.earn(0);
  expect(budget.affordable).toBe(false);
  budget.earn(0);
  expect(spend(budget)).toBe(1);
  budget.earn(1);
  expect(spend(budget)).toBe(1);
});

it('never holds more than at the beginning', () => {
  const budget = new RetryBudget();
  for (let success = 0; success < 1000; success++) budget.earn(1);
  expect(spend(budget)).toBe(100);
});
