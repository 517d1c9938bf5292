import type { Jobs } from '../crawl/jobs.js';
import type { JobEngine } from '../jobs/engine.js';
import type { AnswerTask } from '../model/model-task.js';
import { type CheckKindDependencies, checkKind } from './check-kind.js';
import { createCheckCrawls } from './crawl-site.js';
import { createOpenJudge } from './judge.js';
import { createMonitoring, type Monitoring, type MonitoringDependencies } from './monitoring.js';

export interface MonitoringNeeds
  extends MonitoringDependencies,
    Omit<CheckKindDependencies, 'crawl' | 'endCrawls' | 'openJudge'> {
  /** Runs the checks. It gets their kind. */
  readonly engine: JobEngine;
  readonly jobs: Jobs;
  /** Judges changes; undefined on a server without a language model. */
  readonly answerTask: AnswerTask | undefined;
}

/** Opens the monitors, and what checks them when they are due. */
export function openMonitoring({ jobs, answerTask, ...needs }: MonitoringNeeds): Monitoring {
  const { engine, clock } = needs;
  const { crawl, end: endCrawls } = createCheckCrawls(jobs, engine);
  const openJudge = answerTask && createOpenJudge({ answerTask, clock });
  engine.register({ check: checkKind({ ...needs, crawl, endCrawls, openJudge }) });
  return createMonitoring(needs);
}
