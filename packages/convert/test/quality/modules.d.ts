declare module '@truto/turndown-plugin-gfm' {
  export const gfm: (service: unknown) => void;
}

declare module 'turndown' {
  export default class Turndown {
    constructor(options: Readonly<Record<string, string>>);
    use(plugin: (service: unknown) => void): this;
    remove(names: readonly string[]): this;
    turndown(html: string): string;
  }
}
