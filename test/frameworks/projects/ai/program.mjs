import { Trawl } from '@trawl/sdk';
import { trawlTools } from '@trawl/tools/ai';
import { generateText, stepCountIs } from 'ai';

const models = await import('ai/test');
// Each version of the SDK has a model of its own for tests.
const version = ['4', '3', '2'].find((number) => `MockLanguageModelV${number}` in models);
const Model = models[`MockLanguageModelV${version}`];

const input = JSON.stringify({ url: 'https://tea.example.com/' });
const count = version === '2' ? 1 : { total: 1 };
const usage = { inputTokens: count, outputTokens: count, totalTokens: 2 };
const finish = (reason) => (version === '2' ? reason : { unified: reason, raw: reason });
const answers = [
  {
    content: [{ type: 'tool-call', toolCallId: '1', toolName: 'scrape', input }],
    finishReason: finish('tool-calls'),
    usage,
    warnings: [],
  },
  { content: [{ type: 'text', text: 'It costs nothing.' }], finishReason: finish('stop'), usage, warnings: [] },
];
const { text, steps } = await generateText({
  model: new Model({ doGenerate: async () => answers.shift() }),
  tools: trawlTools(new Trawl()),
  prompt: 'What does tea cost?',
  stopWhen: stepCountIs(3),
});
console.log(
  JSON.stringify({ text, results: steps.flatMap(({ toolResults }) => toolResults.map(({ output }) => output)) }),
);
