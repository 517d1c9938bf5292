import { type Finding, findAll, type Mode } from './finding.js';

const CAPITAL = String.raw`\p{Lu}[\p{L}’'-]{1,30}`;
const ROAD =
  'Street|St|Avenue|Ave|Road|Rd|Lane|Ln|Drive|Dr|Boulevard|Blvd|Court|Ct|Way|Place|Pl|Square|Sq|Terrace|Row|Close|Crescent|Parkway|Pkwy|Highway|Hwy';
const TOWN = String.raw`(?:,[ \u00a0]${CAPITAL}(?:[ \u00a0]${CAPITAL}){0,2})?`;
const STATE_AND_ZIP = String.raw`(?:,?[ \u00a0][A-Z]{2}[ \u00a0]\d{5}(?:-\d{4})?|,?[ \u00a0]${String.raw`[A-Z]{1,2}\d[A-Z\d]?[ \u00a0]\d[A-Z]{2}`}|,?[ \u00a0]\d{5})?`;

const ADDRESSES = [
  // 221B Baker Street, London NW1 6XE
  new RegExp(
    String.raw`(?<![\p{L}\p{N}])\d{1,5}[A-Za-z]?[ \u00a0](?:(?:${CAPITAL}|\d{1,3}(?:st|nd|rd|th))[ \u00a0]){1,4}(?:${ROAD})\b\.?(?:,[ \u00a0](?:Apt|Suite|Unit|Flat|Floor)\.?[ \u00a0][\w-]{1,6})?${TOWN}${STATE_AND_ZIP}`,
    'gu',
  ),
  // Invalidenstraße 43, 10115 Berlin
  new RegExp(
    String.raw`(?<![\p{L}\p{N}])\p{Lu}\p{L}{1,30}(?:stra(?:ß|ss)e|str\.|weg|platz|allee|gasse|laan|straat)[ \u00a0]\d{1,4}[a-z]?(?:,[ \u00a0]\d{4,5}[ \u00a0]${CAPITAL})?`,
    'gu',
  ),
  // 12 rue de la Paix, 75002 Paris
  new RegExp(
    String.raw`(?<![\p{L}\p{N}])\d{1,4}(?:,)?[ \u00a0](?:rue|avenue|boulevard|place|via|calle)[ \u00a0](?:(?:de|la|du|des|del|di|le|les)[ \u00a0]){0,3}${CAPITAL}(?:[ \u00a0]${CAPITAL}){0,2}(?:,[ \u00a0]\d{5}[ \u00a0]${CAPITAL})?`,
    'gu',
  ),
  /\bP\.?[ ]?O\.? Box \d{1,6}\b/g,
];

const COORDINATES = /(?<![\d.])-?\d{1,2}\.\d{4,8},[ ]?-?\d{1,3}\.\d{4,8}(?![\d.])/g;
const POSTCODE = /\b[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}\b|\b[A-Z]{2} \d{5}(?:-\d{4})?\b/g;
const WORDS = new RegExp(String.raw`(?<![\p{L}\p{N}])${CAPITAL}(?:[ \u00a0]${CAPITAL}){0,2}(?![\p{L}\p{N}])`, 'gu');

/** Finds addresses. The mode `aggressive` adds names of towns and countries, which alone rarely identify a person. */
export async function findPlaces(text: string, mode: Mode): Promise<Finding[]> {
  const addresses = [...ADDRESSES, COORDINATES].flatMap((pattern) => findAll(text, 'LOCATION', pattern));
  if (mode !== 'aggressive') return addresses;
  const { default: nlp } = await import('compromise');
  const cache = new Map<string, boolean>();
  const isPlace = (words: string): boolean => {
    let isPlace = cache.get(words);
    if (isPlace === undefined) {
      isPlace = nlp(words).places().length > 0;
      cache.set(words, isPlace);
    }
    return isPlace;
  };
  return [...addresses, ...findAll(text, 'LOCATION', POSTCODE), ...findAll(text, 'LOCATION', WORDS, isPlace)];
}
