import { KNOWN_WORDS } from './known-words.js';

/**
 * How often a token ends between two letters, in tenths: a row for the letter before, a column for the letter after. The first
 * row and the first column are the edge of a word. Fitted to what six tokenizers make of the words of 300 languages in Latin
 * letters, of which each word counts with the tokenizer that needs most tokens for it.
 */
const ENDS = [
  '300000000212002201000210312',
  '055546836576342668343656644',
  '035442367444156443226457545',
  '134352332361256158050538346',
  '035462458376656345556556348',
  '057536557577453777234658377',
  '033452247344455444454357568',
  '048774967587666576257587967',
  '037873667488675478677586854',
  '046333527665332167432536675',
  '137665459578877486759557593',
  '046773676487776584667697665',
  '037552557265365466444558646',
  '026662766366755443657596356',
  '037443636465675499743566755',
  '054435645574332548244343766',
  '032542734378354323035456343',
  '254678358759688894487034454',
  '035542525475534357533466457',
  '037443353454566446632455348',
  '037562563387776386254485466',
  '155544646566333669233766566',
  '135462558464759447566798677',
  '144664455576775663445775376',
  '055456465567755635477635548',
  '046665857667667665666776665',
  '146673466548776573489687385',
] as const;

const FIRST_LETTER = 'a'.charCodeAt(0) - 1;

/** Each known word, and the sum of the places where it is one token beside that in lower case after a blank. */
const KNOWN: ReadonlyMap<string, number> = new Map(
  Array.from(KNOWN_WORDS.matchAll(/([a-z]+)(\d?)/g), ([, word = '', elsewhere]) => [word, Number(elsewhere)]),
);

/** About how many tokens a word of Latin letters without marks has, with the blank before it if there is one. */
export function countWordTokens(wordAndBlank: string): number {
  const word = wordAndBlank.trimStart();
  const elsewhere = KNOWN.get(word.toLowerCase());
  if (elsewhere !== undefined) return isOneToken(wordAndBlank, elsewhere) ? 1 : 2;
  let tenths = 10;
  let before = 0;
  for (let position = 0; position <= word.length; position++) {
    const letter = position === word.length ? 0 : (word.charCodeAt(position) | 0x20) - FIRST_LETTER;
    tenths += Number(ENDS[before]?.[letter]);
    before = letter;
  }
  return Math.max(10, tenths) / 9.6;
}

function isOneToken(wordAndBlank: string, elsewhere: number): boolean {
  const hasBlank = wordAndBlank.startsWith(' ');
  const hasCapital = /^ ?[A-Z]/.test(wordAndBlank);
  if (hasBlank && !hasCapital) return true;
  return (elsewhere & (hasBlank ? 1 : hasCapital ? 4 : 2)) > 0;
}
