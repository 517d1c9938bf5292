import { type Finding, findAll, type Mode } from './finding.js';

const CARD = /(?<![\p{L}\p{N}.#_-])(?:\d[ -]?){12,18}\d(?![\p{L}\p{N}_]|[.-]\d)/gu;
const IBAN = /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?\b/g;
const SOCIAL_SECURITY = /(?<![\p{L}\p{N}-])(?!000|666|9\d\d)\d{3}-(?!00)\d{2}-(?!0000)\d{4}(?![\p{L}\p{N}-])/gu;
const ACCOUNT =
  /\b(?:account|acct|routing|sort code|card|cvv|cvc|bsb|swift|bic|tax id|ssn|vat)\b(?: (?:number|no\.?|code|#))?[ \t]{0,3}(?:[:=#]|is)[ \t]{0,3}\**(?<data>[A-Z0-9](?:[ -]?[A-Z0-9]){2,22})\b/giu;
const WALLET = /\b(?:bc1[a-z0-9]{25,60}|0x[a-fA-F0-9]{40}|[13][a-km-zA-HJ-NP-Z1-9]{25,34})\b/g;

/** Numbers of cards and accounts, most of which carry their own checksum. */
export function findFinances(text: string, mode: Mode): Finding[] {
  return [
    ...findAll(text, 'FINANCIAL', CARD, (number) => isCard(number.replace(/\D/g, ''))),
    ...findAll(text, 'FINANCIAL', IBAN, (number) => isIban(number.replace(/ /g, ''))),
    ...findAll(text, 'FINANCIAL', SOCIAL_SECURITY),
    ...findAll(text, 'FINANCIAL', WALLET, (address) => mode !== 'fast' || address.length > 30),
    ...findAll(text, 'FINANCIAL', ACCOUNT, (number) => /\d/.test(number) || mode === 'aggressive'),
  ];
}

/** Checks the Luhn checksum. */
function isCard(digits: string): boolean {
  if (!/^[2-6]/.test(digits) || /^(\d)\1+$/.test(digits)) return false;
  let sum = 0;
  for (let index = 0; index < digits.length; index++) {
    const digit = Number(digits.at(-1 - index));
    const product = index % 2 === 0 ? digit : digit * 2;
    sum += product > 9 ? product - 9 : product;
  }
  return sum % 10 === 0;
}

/** Checks the remainder of ISO 13616, digit by digit because an IBAN exceeds the range of a safe integer. */
function isIban(iban: string): boolean {
  if (iban.length < 15 || iban.length > 34) return false;
  let remainder = 0;
  for (const character of iban.slice(4) + iban.slice(0, 4)) {
    for (const digit of Number.parseInt(character, 36).toString()) remainder = (remainder * 10 + Number(digit)) % 97;
  }
  return remainder === 1;
}
