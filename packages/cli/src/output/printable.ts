/**
 * Text for a terminal, without the characters that a terminal obeys: those of a page could move its cursor, change its
 * title or write into its clipboard. Tabs and ends of lines stay.
 */
export const printable = (text: string): string => text.replaceAll(/(?![\t\n])\p{Cc}/gu, '');
