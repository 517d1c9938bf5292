const NAMES: Readonly<Record<string, string>> = {
  black: '#000000',
  blue: '#0000ff',
  gray: '#808080',
  green: '#008000',
  grey: '#808080',
  navy: '#000080',
  orange: '#ffa500',
  purple: '#800080',
  red: '#ff0000',
  white: '#ffffff',
  yellow: '#ffff00',
};

const NUMBERS = /^rgba?\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})\s*(?:[,/][^)]*)?\)/i;

/** The first colour in a CSS value: as `#rrggbb` where possible, otherwise unchanged. */
export function asColor(value: string): string | undefined {
  const text = value.trim().toLowerCase();
  const hex = /^#(?:[0-9a-f]{8}|[0-9a-f]{6}|[0-9a-f]{3,4})\b/.exec(text)?.[0];
  if (hex !== undefined) {
    const digits = hex.length < 6 ? [...hex.slice(1, 4)].map((digit) => digit + digit).join('') : hex.slice(1, 7);
    return `#${digits}`;
  }
  const numbers = NUMBERS.exec(text)?.slice(1, 4);
  if (numbers !== undefined) {
    return `#${numbers.map((number) => Math.min(255, Number(number)).toString(16).padStart(2, '0')).join('')}`;
  }
  const name = /^[a-z]+/.exec(text)?.[0] ?? '';
  if (Object.hasOwn(NAMES, name) && !text.includes('(')) return NAMES[name];
  return /^(?:hsla?|oklch|oklab|lab|lch|hwb|color)\([^()]*\)/.exec(text)?.[0];
}

/** Whether text on this colour should be light. */
export function isDark(color: string): boolean {
  const parts = /^#(..)(..)(..)$/
    .exec(color)
    ?.slice(1)
    .map((part) => Number.parseInt(part, 16));
  if (parts === undefined) return false;
  const [red = 0, green = 0, blue = 0] = parts;
  // How bright the three appear to the eye.
  return 0.299 * red + 0.587 * green + 0.114 * blue < 128;
}
