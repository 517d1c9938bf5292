import { isObject } from '../base/is-object.js';
import { type Ask, Conversation, type Repairs, sayForJson, sayForJsonOrWords } from './conversation.js';
import { fenced } from './fence.js';
import { ModelFailure } from './model.js';
import { plain } from './quotes.js';

/** The answer where the page has none. */
const NOT_SAID = 'The page does not say.';

const MAX_QUOTES = 5;

const SCHEMA = {
  type: 'object',
  properties: {
    found: { type: 'boolean' },
    answer: { type: 'string' },
    quotes: { type: 'array', items: { type: 'string' } },
  },
  required: ['found', 'answer', 'quotes'],
  additionalProperties: false,
} as const;

const SHAPE =
  'Answer with JSON alone: {"found": boolean, "answer": string, "quotes": [string]}. `found` says whether the data answers the question. `answer` is short and in the language of the question. `quotes` are the sentences of the data that the answer stands on, copied word for word.';

interface Answer {
  readonly answer: string;
  readonly quotes: readonly string[];
}

/** Answers a question from the parts of a page, with the sentences that the answer stands on; throws a `ModelFailure`. */
export async function answerQuestion(ask: Ask, question: string, parts: readonly string[]): Promise<string> {
  const repairs: Repairs = { remainingAttempts: 1 };
  const answers: Answer[] = [];
  for (const part of parts) {
    const answer = await answerFrom(ask, question, part, repairs);
    if (answer) answers.push(answer);
  }
  const [only] = answers;
  if (!only) return NOT_SAID;
  const quotes = [...new Set(answers.flatMap((one) => one.quotes))].slice(0, MAX_QUOTES);
  const answer = answers.length === 1 ? only.answer : await combine(ask, question, answers, repairs);
  return [answer, quotes.map((quote) => `> ${quote}`).join('\n')].join('\n\n');
}

async function answerFrom(ask: Ask, question: string, part: string, repairs: Repairs): Promise<Answer | undefined> {
  const conversation = new Conversation(ask, SCHEMA);
  const request = [`Task: answer this question from the data. ${question}`, SHAPE, fenced('text of the page', part)];
  const first = readAnswer(await sayForJsonOrWords(conversation, request.join('\n\n'), repairs));
  if (!first) return undefined;
  const text = plain(part);
  const ofPage = (quotes: readonly string[]) =>
    quotes.map((quote) => quote.replace(/\s+/g, ' ').trim()).filter((quote) => isQuote(text, quote));
  const quotes = ofPage(first.quotes);
  if (quotes.length > 0) return { ...first, quotes };
  const passages = ofPage(passagesOf(first.answer));
  if (passages.length > 0) return { ...first, quotes: passages };
  if (repairs.remainingAttempts > 0) {
    repairs.remainingAttempts -= 1;
    const again =
      'None of your quotes stands in the data. Answer again in the same JSON, and copy the quotes word for word.';
    const second = readAnswer(await sayForJson(conversation, again, repairs));
    if (!second) return undefined;
    const copiedQuotes = ofPage(second.quotes);
    if (copiedQuotes.length > 0) return { ...second, quotes: copiedQuotes };
  }
  throw new ModelFailure('the language model quoted nothing that stands on the page');
}

async function combine(ask: Ask, question: string, answers: readonly Answer[], repairs: Repairs): Promise<string> {
  const request = [
    `Task: combine these answers, each from a part of one page, into one answer to this question. ${question}`,
    SHAPE,
    fenced('answers from the parts of the page', JSON.stringify(answers)),
  ];
  const combinedAnswer = readAnswer(await sayForJson(new Conversation(ask, SCHEMA), request.join('\n\n'), repairs));
  return combinedAnswer?.answer ?? answers.map(({ answer }) => answer).join(' ');
}

/** Returns undefined if the page does not tell. Small models answer in words, or leave out `found`. */
function readAnswer(value: unknown): Answer | undefined {
  if (typeof value === 'string') return { answer: value.trim(), quotes: [] };
  if (!isObject(value) || (typeof value.found !== 'boolean' && typeof value.answer !== 'string')) {
    throw new ModelFailure('the language model gave no usable answer: it is not of the form that was asked for');
  }
  const { found, answer, quotes } = value;
  if (found === false || typeof answer !== 'string' || answer.trim() === '') return undefined;
  return {
    answer: answer.trim(),
    quotes: Array.isArray(quotes) ? quotes.filter((quote) => typeof quote === 'string') : [],
  };
}

/** Words of an answer that are a passage: fewer of them stand on many pages by chance. */
const MIN_PASSAGE_WORDS = 3;

/** What an answer without quotes may have copied: what stands between quotation marks, its lines and its sentences. */
function passagesOf(answer: string): string[] {
  const markedQuotes = [...answer.matchAll(/["“„«]([^"“”„«»]+)["”“»]/g)].map(([, words = '']) => words);
  const lines = answer.split('\n').map((line) => line.replace(/^[\s>*_-]+|[*_]+$/g, ''));
  const sentences = lines.flatMap((line) => line.split(/(?<=[.!?])\s+/));
  const passages = [...markedQuotes, ...lines, ...sentences].map((passage) => passage.trim());
  return passages.filter((passage) => passage.split(/\s+/).length >= MIN_PASSAGE_WORDS);
}

/** The minimum length of a quote, because shorter ones are on every page. */
const MIN_QUOTE_LENGTH = 3;

function isQuote(text: string, quote: string): boolean {
  const words = plain(quote);
  return words.length >= MIN_QUOTE_LENGTH && text.includes(words);
}
