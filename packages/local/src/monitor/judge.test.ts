import { createVirtualClock } from '@trawl/base/clock';
import { expect, test } from 'vitest';
import type { ModelTask } from '../model/model-task.js';
import type { ModelCall } from '../model/team-model.js';
import { createOpenJudge, type JudgedPage } from './judge.js';

const owned = { team: 'a', monitor: { goal: 'Prices', judgeEnabled: true } } as JudgedPage['owned'];

/** A judge, and what it asks of a model that takes so long. */
function judge(tookMs = 0, judgment: object = { meaningful: true }) {
  const clock = createVirtualClock();
  const asked: { readonly call: ModelCall; readonly task: ModelTask; readonly leftMs: number }[] = [];
  const open = createOpenJudge({
    clock,
    async answerTask(call, task) {
      asked.push({ call, task, leftMs: call.deadline - clock.now() });
      await clock.advance(tookMs);
      return judgment;
    },
  });
  const judgeIn = open();
  const ask = (comparison: JudgedPage['comparison'], page: Partial<JudgedPage> = {}) =>
    judgeIn({
      owned,
      comparison,
      before: undefined,
      after: undefined,
      isLocked: false,
      signal: new AbortController().signal,
      ...page,
    });
  return { ask, asked };
}

const changed = { status: 'changed', diff: { text: '-Tea 2\n+Tea 3' } };

test('nothing is judged that has not changed, or that has no goal', async () => {
  const { ask, asked } = judge();
  expect(await ask({ status: 'same', diff: null })).toBeUndefined();
  expect(await ask({ status: 'error', diff: null })).toBeUndefined();
  const others = [{ goal: null }, { judgeEnabled: false }];
  for (const other of others) {
    expect(await ask(changed, { owned: { ...owned, monitor: { ...owned.monitor, ...other } } })).toBeUndefined();
  }
  expect(asked).toEqual([]);
});

test('all judgements of a check take a quarter of an hour at most', async () => {
  const { ask, asked } = judge(60_000);
  for (let page = 0; page < 16; page++) await ask(changed);
  expect(asked.map(({ leftMs }) => leftMs)).toEqual([...Array(15).fill(60_000), 0]);
});

test('a long change is cut, and the model is told so', async () => {
  const { ask, asked } = judge();
  await ask({ status: 'new', diff: null }, { after: { markdown: 'Tea '.repeat(5_000) } });
  const [first] = asked;
  expect(first?.task.data?.change).toHaveLength(16_000);
  expect(first?.task.task).toContain('it was cut');
});

test('changes are left out that quote what the page does not say', async () => {
  const [real, invented] = [
    { type: 'changed', before: 'Tea 2', after: 'Tea 3' },
    { type: 'added', after: 'Tea is free' },
  ];
  const { ask } = judge(0, { meaningful: true, meaningfulChanges: [real, invented] });
  expect(await ask(changed)).toEqual({ judgment: { meaningful: true, meaningfulChanges: [real] } });
});
