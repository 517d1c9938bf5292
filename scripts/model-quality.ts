/** Measures how well a language model extracts data, answers questions and works as an agent of the local service. */

import { measure, type Result } from './model-quality/measure.js';
import { tableOf } from './model-quality/table.js';
import { TASKS } from './model-quality/tasks.js';
import { readCommandLine } from './shared/command-line.js';
import { StatusLine } from './shared/status-line.js';

const USAGE = `
Measures how well a language model works with the local service, on pages of this repository, and prints a table.

  npm run model:quality                            asks the model of TRAWL_LOCAL_MODEL_URL and TRAWL_LOCAL_MODEL_NAME
  npm run model:quality -- --model-url URL --model-name NAME
  npm run model:quality -- --kind question         gives it the tasks of one kind: extraction, question or agent

A key is read from TRAWL_LOCAL_MODEL_KEY. The pages are sent to the model, and nothing else is fetched.
`;

const { values } = readCommandLine(USAGE, {
  options: {
    'model-url': { type: 'string', default: process.env.TRAWL_LOCAL_MODEL_URL ?? '' },
    'model-name': { type: 'string', default: process.env.TRAWL_LOCAL_MODEL_NAME ?? '' },
    kind: { type: 'string' },
  },
});
const { 'model-url': modelUrl, 'model-name': modelName, kind } = values;
const tasks = TASKS.filter((task) => kind === undefined || task.kind === kind);

function refuse(sentence: string): never {
  console.error(sentence);
  process.exit(2);
}

if (!modelUrl || !modelName) {
  refuse('No language model is configured: give --model-url and --model-name, or the variables that --help names.');
}
if (tasks.length === 0) refuse(`--kind ${kind} is none of extraction, question and agent.`);

// Loaded late, so that `--help` and refusals need no build.
const { createLocalServer } = await import('@trawl/local');
const { TRAWL_LOCAL_MODEL_KEY: modelKey } = process.env;
const server = await createLocalServer({
  modelUrl,
  modelName,
  browser: 'off',
  quiet: true,
  log: () => {},
  ...(modelKey !== undefined && { modelKey }),
});
const status = new StatusLine(process.stdout);
const results: Result[] = [];
try {
  status.show(`0 of ${tasks.length} tasks`);
  for await (const result of measure(server, tasks)) {
    results.push(result);
    status.show(`${results.length} of ${tasks.length} tasks`, result.task.name);
  }
} finally {
  status.clear();
  await server.close();
}
console.log(tableOf(results));
