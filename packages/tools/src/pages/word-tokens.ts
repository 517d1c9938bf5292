import { KNOWN_WORDS } from './known-words.js';

/**
 * How often a token ends between two letters, in tenths: a row for the letter before, a column for the letter after. The first
 * row and the first column are the edge of a word. Fitted to what six tokenizers make of the words of 300 languages in Latin
 * letters, of which each word counts with the tokenizer that needs most tokens for it.
 */
const ENDS = [
  '300000000112001101000200202',
  '055546736575342668343656644',
  '025442366344156443226457535',
  '035352332351256158050438336',
  '035462457376656345556556347',
  '057536657587453777234658377',
  '033452247354455344354357558',
  '048774967587666476257587967',
  '037873667588675478677687854',
  '046333527665342167432536665',
  '147775459588877496759557593',
  '046773676487776584667697665',
  '037552557265365466444568636',
  '026652766366755343657596356',
  '038443636465675499843566755',
  '065535646575332558244444767',
  '032542734377354323035456343',
  '164778458759688894487035454',
  '035542635475634357533566457',
  '037443353454466446632455348',
  '037562563387776386254486456',
  '155544746566333569233767566',
  '136462558464759357567798677',
  '044663455576775563445775376',
  '065556465567755635477635548',
  '057775857667677675767777665',
  '146673466548776573489797385',
] as const;

const FIRST_LETTER = 'a'.charCodeAt(0) - 1;

/** Each known word, and whether it is one token everywhere: otherwise only in lower case after a blank. */
const IS_KNOWN_EVERYWHERE: ReadonlyMap<string, boolean> = new Map(
  KNOWN_WORDS.trim()
    .split(/\s/)
    .map((word) => [word.toLowerCase(), /^[A-Z]/.test(word)]),
);

/** About how many tokens a word of Latin letters without marks has, with the blank before it if there is one. */
export function countWordTokens(wordAndBlank: string): number {
  const word = wordAndBlank.trimStart();
  const isKnownEverywhere = IS_KNOWN_EVERYWHERE.get(word.toLowerCase());
  if (isKnownEverywhere !== undefined) {
    const isUsual = wordAndBlank !== word && /^[a-z]/.test(word);
    return isUsual || isKnownEverywhere ? 1 : 2;
  }
  let tenths = 10;
  let before = 0;
  for (let position = 0; position <= word.length; position++) {
    const letter = position === word.length ? 0 : (word.charCodeAt(position) | 0x20) - FIRST_LETTER;
    tenths += Number(ENDS[before]?.[letter]);
    before = letter;
  }
  return Math.max(10, tenths) / 9.6;
}
