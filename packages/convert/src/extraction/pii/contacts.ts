import { type Finding, findAll, type Mode } from './finding.js';

/** Markdown may escape the underscore with a backslash. */
const EMAIL =
  /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}](?:[\p{L}\p{N}.%+-]|\\?_){0,63}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,5}/gu;
const DISGUISED_EMAIL =
  /\b[\w.+-]{1,64}\s?[[({]\s?at\s?[\])}]\s?[\w-]{1,63}(?:\s?(?:\.|[[({]\s?dot\s?[\])}])\s?[\w-]{1,63}){1,4}/giu;

export function findEmails(text: string, mode: Mode): Finding[] {
  const plain = findAll(text, 'EMAIL', EMAIL);
  return mode === 'fast' ? plain : [...plain, ...findAll(text, 'EMAIL', DISGUISED_EMAIL)];
}

const NUMBER =
  /(?<![\p{L}\p{N}.,#/=_-])(?:\+|\(|00)?\d(?:[\s\u00a0().\-/]{0,2}\d){6,16}(?:\s?(?:ext\.?|x|extension)\s?\d{1,5})?(?![\p{L}\p{N}_=]|[.,-]\d)/giu;
const LABEL = /\b(?:tel|telephone|phone|mobile|cell|call|fax|whatsapp|sms|text|ring|dial|hotline)\b[^\n]{0,20}$/iu;

/** Dates, IP addresses, decimals and ISBNs, which otherwise match the pattern of a phone number. */
const NOT_A_PHONE =
  /^(?:\d{4}[-/.]\d{2}[-/.]\d{2}|\d{2}[-/.]\d{2}[-/.]\d{4}|\d{1,3}(?:\.\d{1,3}){3}|\d+\.\d+$|97[89][-\s]?\d[\d\s-]{8,})/;

/** Countries that are tried for numbers without a country code, besides the country of the page. */
const USUAL_COUNTRIES = ['US', 'GB'];

export async function findPhones(text: string, mode: Mode, country: string | undefined): Promise<Finding[]> {
  if (mode === 'fast') return findAll(text, 'PHONE', NUMBER, (number, start) => looksLikePhone(text, number, start));
  // Loaded on demand: the numbering plans of all countries are large.
  const { isSupportedCountry, default: parse } = await import('libphonenumber-js');
  const countries = [country ?? '', ...USUAL_COUNTRIES].filter((one) => isSupportedCountry(one));
  const isValid = (number: string): boolean => countries.some((one) => parse(number, one)?.isValid() === true);
  return findAll(text, 'PHONE', NUMBER, (number, start) => {
    if (!looksLikePhone(text, number, start)) return false;
    return isValid(number) || (isLabelled(text, start) && mode === 'aggressive');
  });
}

function looksLikePhone(text: string, number: string, start: number): boolean {
  if (NOT_A_PHONE.test(number)) return false;
  const digits = number.replace(/\D/g, '').length;
  if (digits < 7 || digits > 15) return false;
  // Plain digits without separators or a label may be any number.
  return number.startsWith('+') || /[\s().-]/.test(number) || isLabelled(text, start);
}

function isLabelled(text: string, start: number): boolean {
  return LABEL.test(text.slice(Math.max(0, start - 40), start));
}
