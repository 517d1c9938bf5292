import { expect, it } from 'vitest';
import { fact } from './fact-for-tests.js';
import { SAID_ELSEWHERE } from './rule.js';
import { saidByPart } from './said-by-part.js';

const inParts = [{ allOf: [{ pattern: '^a' }, { pattern: 'z$' }] }, {}];

it('says nothing of what a part says now, or a part has said', () => {
  const moved = fact({ keyword: 'pattern', before: '^a', around: { after: inParts } });
  const back = fact({ keyword: 'pattern', after: '^a', around: { before: inParts } });
  expect([moved, back].map((each) => saidByPart.judge(each))).toEqual([SAID_ELSEWHERE, SAID_ELSEWHERE]);
});

it('has nothing to say of what no part says, or of what a part says beside it', () => {
  const gone = fact({ keyword: 'pattern', before: '^b', around: { after: inParts } });
  const other = fact({ keyword: 'pattern', before: '^a', after: '^b', around: { after: inParts } });
  expect([gone, other].map((each) => saidByPart.judge(each))).toEqual([undefined, undefined]);
});
