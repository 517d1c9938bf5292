import { KNOWN_WORDS } from './known-words.js';

/**
 * How often a token ends between two letters, in tenths: a row for the letter before, a column for the letter after. The first
 * row and the first column are the edge of a word. Fitted to what six tokenizers make of the words of 300 languages in Latin
 * letters, of which each word counts with the tokenizer that needs most tokens for it.
 */
const ENDS = [
  '300000000102002101000200302',
  '055446736575342658343656644',
  '035342355324156443225457434',
  '134442372451264158060538346',
  '035362428376547333545546348',
  '057536657677453766234658477',
  '043442147344345433344356557',
  '048774966577586468257578966',
  '036773556488675477576687854',
  '146434527565332168432537666',
  '147655349678777485649547493',
  '045753476477787589667687564',
  '037452657265366456444568635',
  '026842776357655447557587355',
  '037443736465775388843566755',
  '055536545574332548244443767',
  '032432634376243323035446343',
  '264868498759597985387037474',
  '034542435464534356423566457',
  '037433473454466446632456348',
  '036452563387777385155485456',
  '155544746566333669233767566',
  '135361448454759456566887576',
  '144853495578784557375765375',
  '065446454566745634366635447',
  '056765777757678667756776674',
  '145563357547766553468787385',
] as const;

const FIRST_LETTER = 'a'.charCodeAt(0) - 1;

/** About how many tokens a word of Latin letters without marks has, with the blank before it. */
export function countWordTokens(word: string): number {
  if (KNOWN_WORDS.has(word.toLowerCase())) return 1;
  let tenths = 10;
  let before = 0;
  for (let position = 0; position <= word.length; position++) {
    const letter = position === word.length ? 0 : (word.charCodeAt(position) | 0x20) - FIRST_LETTER;
    tenths += Number(ENDS[before]?.[letter]);
    before = letter;
  }
  return Math.max(10, tenths) / 9.6;
}
