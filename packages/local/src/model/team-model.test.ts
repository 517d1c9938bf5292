import { createVirtualClock } from '@trawl/base/clock';
import { expect, test } from 'vitest';
import { temporaryStores } from '../../test/stores.js';
import { createAnswerCache } from './answer-cache.js';
import { ModelFailure } from './model.js';
import { createTeamModel, type ModelCall } from './team-model.js';

function model(isLocal = true) {
  const [clock, lines] = [createVirtualClock(), [] as string[]];
  const answers = createAnswerCache(temporaryStores(clock));
  const openChat = () => ({ ask: async () => '', askWithTools: async () => ({ text: '', calls: [] }) });
  const parts = { name: 'small', isLocal, answers, clock, openChat, log: (line: string) => lines.push(line) };
  const call: ModelCall = { team: 'a', deadline: 0, isStored: true, signal: new AbortController().signal };
  return { clock, lines, call, model: createTeamModel(parts) };
}

const work = (question: string, value: unknown) => ({ use: 'summary', question, make: async () => value });

test('an answer is kept for its team, and none where nothing may be stored', async () => {
  const { model: team, call } = model();
  const ask = (changes: Partial<ModelCall>, value: unknown) => team.answer({ ...call, ...changes }, work('q', value));
  expect(await ask({ isStored: false }, 'first')).toBe('first');
  expect(await ask({}, 'second')).toBe('second');
  expect(await ask({}, 'third')).toBe('second');
  expect(await ask({ team: 'b' }, 'fourth')).toBe('fourth');
  expect(await ask({ asksAgain: true }, 'fifth')).toBe('fifth');
  expect(await ask({}, 'sixth')).toBe('fifth');
});

test('a model on another machine is not asked in lockdown, and what it has answered is known', async () => {
  const { model: team, call } = model(false);
  await team.answer(call, work('known', 'here'));
  expect(await team.answer({ ...call, isLocked: true }, work('known', 'there'))).toBe('here');
  await expect(team.answer({ ...call, isLocked: true }, work('new', 'there'))).rejects.toThrow('on another machine');
});

test('the log has a failure without its details, and the same line once a minute', async () => {
  const { model: team, call, clock, lines } = model();
  const failure = new ModelFailure('it does not fit: `secret` is missing', { logMessage: 'it does not fit' });
  const fail = () => team.answer(call, { ...work('q', ''), make: () => Promise.reject(failure) }).catch(() => {});
  for (const _ of [1, 2]) await fail();
  expect(lines).toEqual(['The language model made no summary: it does not fit.']);
  await clock.advance(60_000);
  await fail();
  expect(lines).toHaveLength(2);
});
