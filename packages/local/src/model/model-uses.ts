/** What the model of a server is used for, in words for programs and people. */
export const MODEL_USES = [
  'json by schema and prompt',
  'questions',
  'summaries',
  'onlyCleanContent',
  'crawls by prompt',
  'change tracking by schema and prompt',
  'judgements of monitors',
  'prompts in sessions',
  'agents',
  'extractions',
  'support answers',
] as const;
