/** Images and files in the Markdown itself are long, and a model of text can make nothing of them. */
export function withoutData(markdown: string): string {
  return markdown.replaceAll(/\bdata:[\w.+/-]*(?:;[\w=.-]+)*,[^\s)"'<>]*/gi, 'data:…');
}
