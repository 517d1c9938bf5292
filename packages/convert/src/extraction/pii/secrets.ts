import { type Finding, findAll, type Mode } from './finding.js';

/** The key formats of well-known issuers. */
const KEYS = [
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g,
  /\bgh[opsur]_[A-Za-z0-9]{30,255}\b/g,
  /\bgithub_pat_\w{30,255}\b/g,
  /\bglpat-[\w-]{20,64}\b/g,
  /\b[sr]k[-_](?:live|test|proj|ant|or)?[-_]?[A-Za-z0-9_-]{20,255}\b/g,
  /\bxox[abeprs]-[A-Za-z0-9-]{10,255}\b/g,
  /\bAIza[\w-]{35}\b/g,
  /\bnpm_[A-Za-z0-9]{36}\b/g,
  /\bSG\.[\w-]{16,32}\.[\w-]{16,64}\b/g,
  /\beyJ[\w-]{8,2048}\.[\w-]{8,4096}\.[\w-]{8,1024}(?![\w-])/g,
];

const PRIVATE_KEY =
  /-----BEGIN (?:[A-Z]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----[^-]{1,10000}-----END (?:[A-Z]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----/g;
const NAMED =
  /\b(?:password|passwd|pwd|passphrase|secret(?:[ _-]?key)?|api[ _-]?key|access[ _-]?(?:key|token)|auth[ _-]?token|client[ _-]?secret|private[ _-]?key|token|pin)\b["'`*]{0,3}[ \t]{0,3}(?:[:=]|\bis\b)[ \t]{0,3}["'`*]{0,3}(?<data>[^\s"'`*<>,;()]{4,256})/giu;
const BEARER = /\bBearer (?<data>[\w.~+/-]{12,2048}=*)/g;
const IN_URL = /\b[a-z][a-z0-9+.-]{1,15}:\/\/[^\s/:@]{1,64}:(?<data>[^\s/@]{1,128})@/gi;
const RANDOM = /(?<![\w/.-])[A-Za-z0-9+_-]{32,256}={0,2}(?![\w/-]|\.\w)/g;

/** Finds keys, tokens and passwords. */
export function findSecrets(text: string, mode: Mode): Finding[] {
  return [
    ...findAll(text, 'SECRET', PRIVATE_KEY),
    ...KEYS.flatMap((pattern) => findAll(text, 'SECRET', pattern)),
    ...findAll(text, 'SECRET', IN_URL),
    ...findAll(text, 'SECRET', BEARER),
    ...findAll(text, 'SECRET', NAMED, (value) => mode === 'aggressive' || isSecretLike(value)),
    ...(mode === 'aggressive'
      ? findAll(text, 'SECRET', RANDOM, (value) => /\d/.test(value) && /[a-z]/i.test(value))
      : []),
  ];
}

/** A real secret has more than letters: manuals write `password: string` and `token=<your token>`. */
function isSecretLike(value: string): boolean {
  return /\d/.test(value) && /\D/.test(value) ? value.length >= 6 : /^\d{4,8}$/.test(value);
}
