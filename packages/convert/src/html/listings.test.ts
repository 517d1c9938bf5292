import { describe, expect, it } from 'vitest';
import { toMarkdown } from '../convert/convert.js';

const text = '<p>The kettle in our office broke in March, so the team wrote a small program that orders a new one.</p>';
const page = (html: string) => toMarkdown(`<main><h1>T</h1>${text}${html}${text}</main>`);
/** The listing of a page, between its fences. */
const listing = (html: string) => /```[\s\S]*```/.exec(page(html))?.[0];
const fence = (language: string, code = 'a = 1\n\n  b()') => `\`\`\`${language}\n${code}\n\`\`\``;

describe('the numbers of lines are no code', () => {
  it.each([
    [
      'Rouge in a table',
      'ruby',
      '<div class="language-ruby highlighter-rouge"><div class="highlight"><pre class="highlight"><code><table class="rouge-table"><tbody><tr><td class="rouge-gutter gl"><pre class="lineno">1\n2\n3\n</pre></td><td class="rouge-code"><pre><span class="n">a</span> = <span class="mi">1</span>\n\n  b()\n</pre></td></tr></tbody></table></code></pre></div></div>',
    ],
    [
      'Rouge with a row for each line',
      '',
      '<pre class="highlight"><code><table class="rouge-line-table"><tbody><tr id="line-1" class="lineno"><td class="rouge-gutter gl"><pre>1</pre></td><td class="rouge-code"><pre>a = 1\n</pre></td></tr><tr class="lineno"><td class="rouge-gutter gl"><pre>2</pre></td><td class="rouge-code"><pre>\n</pre></td></tr><tr class="lineno"><td class="rouge-gutter gl"><pre>3</pre></td><td class="rouge-code"><pre>  b()\n</pre></td></tr></tbody></table></code></pre>',
    ],
    [
      'Chroma in a table',
      'go',
      '<div class="highlight"><div class="chroma"><table class="lntable"><tr><td class="lntd"><pre tabindex="0" class="chroma"><code><span class="lnt">1\n</span><span class="lnt">2\n</span><span class="lnt">3\n</span></code></pre></td><td class="lntd"><pre tabindex="0" class="chroma"><code class="language-go" data-lang="go"><span class="line"><span class="cl">a = 1\n</span></span><span class="line"><span class="cl">\n</span></span><span class="line"><span class="cl">  b()\n</span></span></code></pre></td></tr></table></div></div>',
    ],
    [
      'Chroma in lines',
      'go',
      '<div class="highlight"><pre tabindex="0" class="chroma"><code class="language-go" data-lang="go"><span class="line"><span class="ln">1</span><span class="cl">a = 1\n</span></span><span class="line"><span class="ln">2</span><span class="cl">\n</span></span><span class="line"><span class="ln">3</span><span class="cl">  b()\n</span></span></code></pre></div>',
    ],
    [
      'Pygments in a table',
      'python',
      '<div class="highlight language-python"><table class="highlighttable"><tr><td class="linenos"><div class="linenodiv"><pre><span class="normal">1</span>\n<span class="normal">2</span>\n<span class="normal">3</span></pre></div></td><td class="code"><div><pre><span></span><code><span class="n">a</span> <span class="o">=</span> <span class="mi">1</span>\n\n  <span class="n">b</span>()\n</code></pre></div></td></tr></table></div>',
    ],
    [
      'Pygments in lines',
      'default',
      '<div class="highlight-default notranslate"><div class="highlight"><pre><span></span><span class="linenos">1</span><span class="n">a</span> = <span class="mi">1</span>\n<span class="linenos">2</span>\n<span class="linenos">3</span>  b()\n</pre></div></div>',
    ],
    [
      'react-syntax-highlighter in lines',
      'js',
      '<pre style="display:block"><code class="language-js" style="white-space:pre"><span class="linenumber react-syntax-highlighter-line-number" style="display:inline-block;user-select:none">1</span><span class="token">a</span><span> = </span><span>1\n</span><span class="linenumber react-syntax-highlighter-line-number" style="user-select:none">2</span>\n<span class="linenumber react-syntax-highlighter-line-number">3</span><span>  b()</span></code></pre>',
    ],
    [
      'react-syntax-highlighter in a column',
      'js',
      '<pre><code style="float:left"><span class="react-syntax-highlighter-line-number">1\n</span><span class="react-syntax-highlighter-line-number">2\n</span><span class="react-syntax-highlighter-line-number">3\n</span></code><code class="language-js">a = 1\n\n  b()</code></pre>',
    ],
    [
      'Expressive Code',
      'js',
      '<div class="expressive-code"><figure class="frame"><pre data-language="js"><code><div class="ec-line"><div class="gutter"><div class="ln" aria-hidden="true">1</div></div><div class="code"><span>a</span><span> = 1</span></div></div><div class="ec-line"><div class="gutter"><div class="ln" aria-hidden="true">2</div></div><div class="code">\n</div></div><div class="ec-line"><div class="gutter"><div class="ln" aria-hidden="true">3</div></div><div class="code"><span class="indent">  </span><span>b()</span></div></div></code></pre></figure></div>',
    ],
    [
      'Hexo',
      'js',
      '<figure class="highlight js"><table><tr><td class="gutter"><pre><span class="line">1</span><br><span class="line">2</span><br><span class="line">3</span><br></pre></td><td class="code"><pre><span class="line">a = <span class="number">1</span></span><br><span class="line"></span><br><span class="line">  b()</span><br></pre></td></tr></table></figure>',
    ],
    [
      'GitHub',
      'ruby',
      '<div class="highlight highlight-source-ruby"><table class="highlight tab-size"><tbody><tr><td id="L1" class="blob-num" data-line-number="1"></td><td id="LC1" class="blob-code blob-code-inner">a = <span class="pl-c1">1</span></td></tr><tr><td class="blob-num" data-line-number="2"></td><td class="blob-code">\n</td></tr><tr><td class="blob-num" data-line-number="3"></td><td class="blob-code">  b()</td></tr></tbody></table></div>',
    ],
    [
      'Crayon',
      'python',
      '<div class="crayon-syntax"><div class="crayon-toolbar"><span class="crayon-title"></span><span class="crayon-language">Python</span></div><div class="crayon-plain-wrap"><textarea class="crayon-plain">a = 1</textarea></div><div class="crayon-main"><table class="crayon-table"><tr class="crayon-row"><td class="crayon-nums"><div class="crayon-nums-content"><div class="crayon-num">1</div><div class="crayon-num">2</div><div class="crayon-num">3</div></div></td><td class="crayon-code"><div class="crayon-pre"><div class="crayon-line"><span class="crayon-v">a</span> = 1</div><div class="crayon-line">&nbsp;</div><div class="crayon-line">  b()</div></div></td></tr></table></div></div>',
    ],
    [
      'SyntaxHighlighter',
      'cpp',
      '<div class="syntaxhighlighter cpp"><table><tbody><tr><td class="gutter"><div class="line number1">1</div><div class="line number2">2</div><div class="line number3">3</div></td><td class="code"><div class="container"><div class="line number1"><code class="cpp plain">a = 1</code></div><div class="line number2">&nbsp;</div><div class="line number3"><code class="cpp spaces">&nbsp;&nbsp;</code><code class="cpp plain">b()</code></div></div></td></tr></tbody></table></div>',
    ],
    [
      'highlight.js with a plugin',
      'js',
      '<pre><code class="hljs js"><table class="hljs-ln"><tr><td class="hljs-ln-line hljs-ln-numbers" data-line-number="1"><div class="hljs-ln-n" data-line-number="1"></div></td><td class="hljs-ln-line hljs-ln-code">a = 1</td></tr><tr><td class="hljs-ln-numbers" data-line-number="2"></td><td class="hljs-ln-code"> </td></tr><tr><td class="hljs-ln-numbers" data-line-number="3"></td><td class="hljs-ln-code">  b()</td></tr></table></code></pre>',
    ],
    [
      'VitePress',
      'js',
      '<div class="language-js line-numbers-mode"><button title="Copy Code" class="copy"></button><span class="lang">js</span><pre class="shiki"><code><span class="line">a = 1</span>\n<span class="line"></span>\n<span class="line">  b()</span></code></pre><div class="line-numbers-wrapper" aria-hidden="true"><span class="line-number">1</span><br><span class="line-number">2</span><br><span class="line-number">3</span><br></div></div>',
    ],
  ])('of %s', (_, language, html) => {
    const expected = language === 'default' ? '' : language;
    expect(
      listing(html)
        ?.replace(/\u00a0/g, ' ')
        .replace(/^ +$/gm, ''),
    ).toBe(fence(expected));
  });

  it.each([
    [
      'numbers of the code',
      '<pre><code><span class="hljs-number">1</span>,a\n<span class="hljs-number">2</span>,b</code></pre>',
      '1,a\n2,b',
    ],
    ['numbers alone', '<pre><span>1</span>\n<span>2</span></pre>', '1\n2'],
    ['numbers that do not count on', '<pre><span>10</span> PRINT\n<span>20</span> GOTO</pre>', '10 PRINT\n20 GOTO'],
    ['numbers in boxes of their own', '<pre><div>1</div><div>x</div><div>2</div><div>y</div></pre>', '1\nx\n2\ny'],
    ['text', '<pre>1 a\n2 b</pre>', '1 a\n2 b'],
  ])('but %s are', (_, html, expected) => expect(listing(html)).toBe(fence('', expected)));

  it('and a table of numbers and names is a table', () => {
    const html =
      '<table><tr><td>1</td><td><code>EPERM</code></td></tr><tr><td>2</td><td><code>ENOENT</code></td></tr></table>';
    expect(page(html)).toContain('| 2 | `ENOENT` |');
  });
});

it.each([
  ['cpp', '<pre><code class="hljs cpp">x\ny</code></pre>'],
  ['python', '<pre class="src src-python">x\ny</pre>'],
  ['php', '<pre lang="php">x\ny</pre>'],
  ['rust', '<pre class="rust rust-example-rendered"><code>x\ny</code></pre>'],
  ['xml', '<pre class="brush: xml; gutter: false">x\ny</pre>'],
  [
    'haskell',
    '<div class="sourceCode" id="cb1"><pre class="sourceCode haskell"><code class="sourceCode haskell">x\ny</code></pre></div>',
  ],
  [
    'sql',
    '<div class="code-header"><span>sql</span><button>Copy code</button></div><div><pre><code class="language-sql">x\ny</code></pre></div>',
  ],
  ['toml', '<div><div class="head"><span>toml</span><span class="copy-btn">Copy</span></div><pre>x\ny</pre></div>'],
  ['', '<pre class="wp-block-code"><code lang="en">x\ny</code></pre>'],
  ['', '<pre class="line-numbers wrap">x\ny</pre>'],
])('the language is %s: %s', (language, html) => expect(listing(html)).toBe(fence(language, 'x\ny')));

it.each([
  '<div style="white-space: pre">x\n  y</div>',
  '<div style="font-family: Consolas, monospace; white-space: pre;"><div><span>x</span></div><div>  y</div></div>',
  '<p><code style="white-space: pre-wrap">x\n  y</code></p>',
  '<p><code>x<br>&nbsp; y</code></p>',
  '<pre>x\n  y<a class="copy" href="#" onclick="copy()">Copy</a></pre>',
  '<div class="highlight"><pre>x\n  y</pre><div class="copy-wrap"><a role="button">Copied!</a></div></div>',
])('is code, and no more than that: %s', (html) => {
  expect(page(html).replace(/\u00a0/g, ' ')).toContain(`one.\n\n${fence('', 'x\n  y')}\n\nThe`);
});

it('text keeps its line breaks where a style shows them', () => {
  expect(page('<div style="white-space: pre-wrap">Roses are red,\nviolets are blue.\n\nAnd so on.</div>')).toContain(
    'Roses are red,  \nviolets are blue.\n\nAnd so on.',
  );
});
