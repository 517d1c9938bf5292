/** A guess of an encoding from the letters of a text. */
export interface CharsetGuess {
  readonly encoding: string;
  /** Whether another encoding makes another text that is about as likely. */
  readonly isUnsure: boolean;
}

/** How likely a character is, from -1 to 1, by its two bytes as a number, and by the word around it. */
type Rating = (character: string, code: number, word: string) => number;

interface Candidate {
  readonly encoding: string;
  readonly rate: Rating;
  /** How much rarer it is than others. */
  readonly malus?: number;
}

const SAMPLE_BYTES = 4_096;

/** Texts whose ratings differ by less are about as likely. */
const MARGIN = 0.1;
const LIKELY = 0.5;

/** The likeliest encoding of bytes that are no UTF-8. `bonus` is what another method says of it, from 0 to 1. */
export function guessCharset(body: Uint8Array, bonus: (encoding: string) => number): CharsetGuess {
  const first = body.findIndex((byte) => byte > 0x7f);
  // A word of ASCII letters before the first other letter belongs to the same word.
  const sample = body.subarray(Math.max(0, first - 32), first + SAMPLE_BYTES);
  const rated = CANDIDATES.flatMap((candidate) => {
    const text = decoded(sample, candidate.encoding);
    if (text === undefined) return [];
    const score = scoreOf(text, sample, candidate) - (candidate.malus ?? 0) + 0.3 * bonus(candidate.encoding);
    return [{ encoding: candidate.encoding, text, score }];
  }).toSorted((a, b) => b.score - a.score);
  const [best] = rated;
  if (!best) return { encoding: 'windows-1252', isUnsure: true };
  const other = rated.find(({ text }) => text !== best.text);
  const isClose = other !== undefined && best.score - other.score < MARGIN;
  return { encoding: best.encoding, isUnsure: best.score < LIKELY || isClose };
}

function decoded(sample: Uint8Array, encoding: string): string | undefined {
  try {
    // A character at the end may be cut.
    const text = new TextDecoder(encoding, { fatal: true }).decode(sample, { stream: true });
    return /[\u0080-\u009F\uE000-\uF8FF]/.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}

/** Letters, with signs between them that no text has there. */
const WORD = /[\p{L}\p{M}]+(?:[{}|^_~`\\@[\]]+[\p{L}\p{M}]+)*|[^\p{L}\p{M}]/gu;

/** The mean rating of the characters that are not ASCII. */
function scoreOf(text: string, sample: Uint8Array, { rate }: Candidate): number {
  const codes = codesOf(text, sample);
  let [sum, count, index] = [0, 0, 0];
  for (const [word] of text.matchAll(WORD)) {
    for (const character of word) {
      if (character < '\u0080') continue;
      const code = codes[index] ?? 0;
      index += 1;
      sum += rate(character, code, word);
      count += 1;
    }
  }
  return count === 0 ? 0 : sum / count;
}

/** The bytes of each character that is not ASCII: one, or two of which the first one is high. */
function codesOf(text: string, sample: Uint8Array): number[] {
  const characters = [...text].filter((character) => character >= '\u0080').length;
  const isSingle = characters === sample.filter((byte) => byte > 0x7f).length;
  const hasHalfWidth = /[\uFF61-\uFF9F]/.test(text);
  const codes: number[] = [];
  for (let at = 0; at < sample.length; at++) {
    const byte = sample[at] ?? 0;
    if (byte <= 0x7f) continue;
    const isOne = isSingle || (hasHalfWidth && byte >= 0xa1 && byte <= 0xdf);
    codes.push(isOne ? byte : byte * 256 + (sample[at + 1] ?? 0));
    if (!isOne) at += 1;
  }
  return codes;
}

const LETTER = /\p{L}/u;

/** A word in letters of one script, in small letters, capitals, or small ones after a capital. */
function isPlausible(word: string, script: RegExp): boolean {
  return script.test(word) && /^(?:\p{Lu}?[^\p{Lu}]*|\p{Lu}+)$/u.test(word);
}

/** An alphabet, its letters by how frequent they are, in three groups, and the words of one letter. */
function alphabet(script: RegExp, [most = '', many = '', few = '']: readonly string[], single: string): Rating {
  return (character, _, word) => {
    if (!LETTER.test(character)) return symbolRating(character);
    if (!isPlausible(word, script)) return -0.6;
    const letter = character.toLowerCase();
    if (word.length === 1) return single.includes(letter) ? 0.8 : 0.2;
    // Short words in capitals are rare.
    const share = word === word.toUpperCase() && word !== word.toLowerCase() ? 0.9 : 1;
    return share * (most.includes(letter) ? 1 : many.includes(letter) ? 0.8 : few.includes(letter) ? 0.5 : 0.2);
  };
}

/** Quotation marks and dashes are usual in all alphabets; fractions and currencies are not. */
function symbolRating(character: string): number {
  if (/[\u00A0«»“”„‘’‚–—…•©®™°§№€£¥¢·¡¿±×²³½¼ªºµ]/.test(character)) return 0.6;
  return -0.3;
}

const LATIN = /^[\p{Script=Latin}\p{M}]+$/u;

/** Letters of Latin with marks: a few of them among plain ones, in words of one case. */
const latin =
  (frequent: string): Rating =>
  (character, _, word) => {
    if (!LETTER.test(character)) return symbolRating(character);
    if (word.length === 1) return 'àáèéíòóôöå'.includes(character) ? 0.6 : 0.1;
    const marked = [...word].filter((letter) => letter >= '\u0080').length;
    if (!isPlausible(word, LATIN)) return -0.6;
    if (marked > 2 && marked * 3 > word.length * 2) return -0.4;
    return frequent.includes(character.toLowerCase()) ? 0.8 : 0.2;
  };

/** Chinese, Japanese and Korean: the frequent signs stand first in their encodings, and the most frequent in a list. */
const signs =
  (isFrequent: (code: number) => boolean, script: RegExp, most: string, kana: number): Rating =>
  (character, code) => {
    if (/[\u3041-\u3096\u30A1-\u30FC]/.test(character)) return kana;
    if (/[\u3000-\u3020\uFF01-\uFF5E]/.test(character)) return 0.6;
    if (!script.test(character)) return -0.4;
    if (most.includes(character)) return 1;
    return isFrequent(code) ? 0.7 : 0.1;
  };

const SIMPLIFIED =
  '的一是不了人我在有他这中大来上个国到说们为子和你地出道也时年得就那要下以生会自着去之过家学对可里后小么心多天而能好都然没日于起还发成事只作当想看文无开手十用主行方又如前所本见经头面公同三已老从动两长新闻世界北京首页网站登录';
const TRADITIONAL =
  '的一是不了人我在有他這中大來上個國到說們為子和你地出道也時年得就那要下以生會自著去之過家學對可裡後小麼心多天而能好都然沒日於起還發成事只作當想看文無開手十用主行方又如前所本見經頭面公同三已老從動兩長新聞世界台北市香港關首頁網站登入';
const JAPANESE =
  '日本語年人国会大一中出上者事生行場手入方長気高東京社概要問合新聞時分私今何見前後間学校先話書食電車名月火水木金土円下小山川田内外体力動物理品発表示設定検索更新情報無料文字化';
const KOREAN =
  '이다는을에의가한하고지로사기도리자나스그대어인시아정라수해일부전서보안요세녕국뉴들만게것은를과와있없않면여년월제주우동경구조상장성공음식게시판로그인';

/** The rows of an encoding with its frequent signs, whose second bytes are high where ASCII stays apart from them. */
const rows =
  (from: number, to: number, minSecond = 0) =>
  (code: number) =>
    code >> 8 >= from && code >> 8 <= to && (code & 0xff) >= minSecond;
const HAN = /\p{Script=Han}/u;

const THAI_LETTERS = 'กขคงจชซดตถทธนบปผฝพฟภมยรลวศษสหอะาิีึืุูเแโใไ่้๊๋ัำ์็';

const thai: Rating = (character, _, word) => {
  if (!/^[\u0E01-\u0E5B]{2,}$/.test(word)) return -0.5;
  // Vowels and tones stand above or below a consonant; a vowel before its consonant is not the last letter.
  const isMisspelt =
    /^[\u0E30-\u0E3A\u0E45-\u0E4E]|[\u0E40-\u0E44][\u0E30-\u0E3A\u0E40-\u0E4E]|[\u0E40-\u0E44]$|[^\u0E01-\u0E2E][\u0E31\u0E34-\u0E3A]|(?<!^\u0E01)\u0E47$|\u0E4E/;
  if (isMisspelt.test(word)) return -0.5;
  return THAI_LETTERS.includes(character) ? 0.9 : 0.1;
};

const RUSSIAN = alphabet(
  /^[\p{Script=Cyrillic}\p{M}]+$/u,
  ['оеаинтрсвл', 'кмдпуяыьгзбч', 'йхжшюцщэфёъіїєґў'],
  'аивкосуя',
);
const GREEK = alphabet(/^[\p{Script=Greek}\p{M}]+$/u, ['αοιετσνης', 'υρπκλμωάέήίόύώ', 'δγχθφβξζψ'], 'οηή');
const HEBREW = alphabet(/^(?:[\u0590-\u05FF]*[^ךםןףץ])?[\u0590-\u05FF]$/u, ['יוהלארבתמםןש', 'נעכדחקפ', 'גזטסצךףץ'], '');
const ARABIC = alphabet(/^[\p{Script=Arabic}\p{M}]+$/u, ['اليمنتروبدع', 'سفهكحقجشصة', 'طخذغضظزثىءآأإؤئ'], 'و');
const CENTRAL = 'ąćęłńóśźżáčďéěíňřšťúůýžäöüßőűăâîşţ';

/** The encodings of pages that name none, the more usual ones first. */
const CANDIDATES: readonly Candidate[] = [
  { encoding: 'windows-1252', rate: latin('äöüßéèêëàâáãåçñíìîïóòôõúùûøæœýÿ') },
  { encoding: 'windows-1251', rate: RUSSIAN },
  { encoding: 'shift_jis', rate: signs(rows(0x88, 0x97), HAN, JAPANESE, 1) },
  { encoding: 'gb18030', rate: signs(rows(0xb0, 0xd7, 0xa1), HAN, SIMPLIFIED, 0.5) },
  { encoding: 'euc-kr', rate: signs(rows(0xb0, 0xc8, 0xa1), /[\p{Script=Hangul}\p{Script=Han}]/u, KOREAN, 0.2) },
  { encoding: 'big5', rate: signs(rows(0xa4, 0xc6), HAN, TRADITIONAL, 0.3) },
  { encoding: 'euc-jp', rate: signs(rows(0xb0, 0xcf, 0xa1), HAN, JAPANESE, 1) },
  { encoding: 'windows-1250', rate: latin(CENTRAL), malus: 0.02 },
  { encoding: 'koi8-r', rate: RUSSIAN, malus: 0.1 },
  { encoding: 'windows-1253', rate: GREEK },
  { encoding: 'windows-1254', rate: latin('çğışöüâîû'), malus: 0.05 },
  { encoding: 'windows-1255', rate: HEBREW },
  { encoding: 'windows-1256', rate: ARABIC },
  { encoding: 'windows-874', rate: thai },
  { encoding: 'ibm866', rate: RUSSIAN, malus: 0.05 },
  { encoding: 'iso-8859-5', rate: RUSSIAN, malus: 0.05 },
  { encoding: 'iso-8859-2', rate: latin(CENTRAL), malus: 0.04 },
  { encoding: 'iso-8859-7', rate: GREEK, malus: 0.02 },
];
