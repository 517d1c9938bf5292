import type { Clock } from '@trawl/base/clock';
import type { MonitorCheckPage, MonitorJudgment } from '@trawl/client';
import { isAnonymous } from '../accounts/teams.js';
import type { Version } from '../changes/version.js';
import { answerSchema } from '../model/contract-answer.js';
import { ModelFailure } from '../model/model.js';
import type { AnswerTask } from '../model/model-task.js';
import { isQuoteOf } from '../model/quotes.js';
import type { OwnedMonitor } from '../store/monitor-store.js';

/** A page of a check, and what it said the last time and says now. */
export interface JudgedPage {
  readonly owned: OwnedMonitor;
  readonly comparison: Pick<MonitorCheckPage, 'status' | 'diff'>;
  readonly before: Version | undefined;
  readonly after: Version | undefined;
  /** Whether no other machine may be asked. */
  readonly isLocked: boolean | undefined;
  readonly signal: AbortSignal;
}

/** Whether a change matters; null and a warning where that is not known. */
export interface Judged {
  readonly judgment: MonitorJudgment | null;
  readonly warning?: string;
}

/** Judges a change by the goal of its monitor; undefined where nothing is to be judged. */
export type Judge = (page: JudgedPage) => Promise<Judged | undefined>;

/** Opens the judge of one check. */
export type OpenJudge = () => Judge;

/** Milliseconds for the judgement of one page. */
const MAX_WAIT_MS = 60_000;

/** Milliseconds for all judgements of a check: a model that is slow or silent must not hold it up for hours. */
const MAX_CHECK_MS = 15 * 60_000;

/** Characters of a change that the model gets. */
const MAX_CHARACTERS = 16_000;

const WHAT_HAPPENED: Readonly<Record<string, string>> = {
  changed:
    'The page has changed. Lines that begin with - were there before, and lines that begin with + are there now.',
  new: 'The page is new. The data is what it says.',
  removed: 'The page is gone. The data is what it said.',
};

export function createOpenJudge({ answerTask, clock }: { answerTask: AnswerTask; clock: Clock }): OpenJudge {
  const { properties, ...rest } = answerSchema('MonitorJudgment');
  const schema = { ...rest, properties, required: ['meaningful', 'confidence', 'reason'] };

  return () => {
    let leftMs = MAX_CHECK_MS;
    return async ({ owned, comparison, before, after, isLocked, signal }) => {
      const { team, monitor } = owned;
      const { goal, judgeEnabled } = monitor;
      const event = WHAT_HAPPENED[comparison.status ?? ''];
      if (!judgeEnabled || !goal || event === undefined) return undefined;
      const text = changeText(comparison, before, after);
      const task = [
        'judge whether a change on a watched web page matters for a goal.',
        `The goal: ${goal}`,
        event,
        ...(text.length > MAX_CHARACTERS ? ['The data is longer than you see: it was cut.'] : []),
        '`meaningfulChanges` are the changes that matter, with `before` and `after` copied word for word from the data.',
      ];
      const data = { change: text.slice(0, MAX_CHARACTERS) };
      const start = clock.now();
      const deadline = start + Math.min(MAX_WAIT_MS, leftMs);
      const call = { team, signal, isLocked, isStored: !isAnonymous(team), deadline };
      try {
        const judgment = await answerTask(call, { use: 'judgement', task: task.join('\n'), data, schema });
        // It has been validated against this schema of the contract.
        return { judgment: withQuotesOf(data.change, judgment as MonitorJudgment) };
      } catch (error) {
        if (!(error instanceof ModelFailure)) throw error;
        return { judgment: null, warning: `The change was not judged: ${error.message}.` };
      } finally {
        leftMs -= clock.now() - start;
      }
    };
  };
}

function changeText(
  { status, diff }: JudgedPage['comparison'],
  before: Version | undefined,
  after: Version | undefined,
): string {
  if (diff) return diff.text ?? JSON.stringify(diff.json);
  // What answers in place of a page that is gone says nothing of it.
  const { markdown = '', json } = (status === 'removed' ? before : after) ?? {};
  return json === undefined ? markdown : JSON.stringify(json);
}

/** Leaves out changes that quote what the data does not say. */
function withQuotesOf(text: string, judgment: MonitorJudgment): MonitorJudgment {
  const { meaningfulChanges = [] } = judgment;
  const isReal = (quote: string | null | undefined) => !quote || isQuoteOf(text, quote);
  return {
    ...judgment,
    meaningfulChanges: meaningfulChanges.filter(({ before, after }) => isReal(before) && isReal(after)),
  };
}
