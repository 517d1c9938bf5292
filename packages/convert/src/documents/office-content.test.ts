import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { convert } from '../convert/convert.js';

const zip = (files: Readonly<Record<string, string>>) =>
  zipSync(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, strToU8(text)])));

const markdownOf = async (body: Uint8Array) => (await convert(body)).markdown;

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const relations = (targets: Readonly<Record<string, string>>) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${Object.entries(targets)
    .map(([type, target]) => {
      const mode = /^https?:/.test(target) ? ' TargetMode="External"' : '';
      return `<Relationship Id="${type}" Type="${OFFICE}/${type}" Target="${target}"${mode}/>`;
    })
    .join('')}</Relationships>`;

const points = (name: string, ...values: string[]) =>
  `<c:${name}><c:strRef><c:strCache>${values.map((value, index) => `<c:pt idx="${index}"><c:v>${value}</c:v></c:pt>`).join('')}</c:strCache></c:strRef></c:${name}>`;
const series = (name: string, ...values: string[]) =>
  `<c:ser>${points('tx', name)}${points('cat', 'May', 'June')}${points('val', ...values)}</c:ser>`;
const CHART = `<c:chartSpace><c:title><a:p><a:r><a:t>Cups</a:t></a:r></a:p></c:title>${series('Tea', '3', '4')}${series('Milk', '1', '2')}</c:chartSpace>`;
const CHART_MARKDOWN = '**Cups**\n\n|  | Tea | Milk |\n| --- | --- | --- |\n| May | 3 | 1 |\n| June | 4 | 2 |';

const point = (id: number, text: string) =>
  `<dgm:pt modelId="${id}"><dgm:t>${text && `<a:p><a:r><a:t>${text}</a:t></a:r></a:p>`}</dgm:t></dgm:pt>`;
const connect = (from: number, to: number, order: number) =>
  `<dgm:cxn srcId="${from}" destId="${to}" srcOrd="${order}"/>`;
const DIAGRAM = `<dgm:dataModel>${point(0, '')}${point(2, 'pour')}${point(1, 'boil')}${point(3, 'slowly')}${connect(0, 1, 0)}${connect(0, 2, 1)}${connect(2, 3, 0)}${connect(3, 2, 0)}</dgm:dataModel>`;
const DIAGRAM_MARKDOWN = '- boil\n- pour\n  - slowly';

describe('a Word document keeps', () => {
  const names =
    'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:v="urn:schemas-microsoft-com:vml" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"';
  const docx = (body: string, files: Readonly<Record<string, string>> = {}) =>
    zip({
      '[Content_Types].xml':
        '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
      '_rels/.rels': relations({ officeDocument: 'word/document.xml' }),
      'word/_rels/document.xml.rels': relations({
        numbering: 'numbering.xml',
        styles: 'styles.xml',
        chart: 'charts/chart1.xml',
        diagramData: 'diagrams/data1.xml',
        aFChunk: 'chunk.bin',
        image: 'media/none.png',
      }),
      'word/charts/chart1.xml': CHART,
      'word/diagrams/data1.xml': DIAGRAM,
      'word/styles.xml': `<w:styles ${names}><w:style w:type="paragraph" w:styleId="Step"><w:name w:val="Step"/><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style><w:style w:type="paragraph" w:styleId="Sub"><w:name w:val="Sub"/><w:basedOn w:val="Step"/></w:style></w:styles>`,
      'word/numbering.xml': `<w:numbering ${names}><w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:pStyle w:val="Step"/></w:lvl><w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="lowerLetter"/></w:lvl></w:abstractNum><w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/></w:lvl></w:abstractNum><w:abstractNum w:abstractNumId="2"><w:lvl w:ilvl="0"><w:start w:val="7"/><w:numFmt w:val="upperRoman"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride></w:num><w:num w:numId="3"><w:abstractNumId w:val="1"/></w:num><w:num w:numId="4"><w:abstractNumId w:val="2"/></w:num></w:numbering>`,
      'word/document.xml': `<w:document ${names}><w:body>${body}</w:body></w:document>`,
      ...files,
    });
  const run = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
  const paragraph = (inside: string) => `<w:p>${inside}</w:p>`;
  const item = (inside: string, list = 1, level = 0) =>
    `<w:p><w:pPr><w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${list}"/></w:numPr></w:pPr>${inside}</w:p>`;

  it.each([
    ['fields', `<w:fldSimple w:instr=" TITLE ">${run('Tea')}</w:fldSimple>`, 'A Tea B'],
    [
      'directions of writing',
      `<w:bdo w:val="ltr">${run('Te')}</w:bdo><w:dir w:val="ltr">${run('a')}</w:dir>`,
      'A Tea B',
    ],
    ['ends of lines', '<w:r><w:t>T</w:t><w:cr/><w:t>ea</w:t></w:r>', 'A T  \nea B'],
    [
      'readings',
      `<w:r><w:ruby><w:rt>${run('cha')}</w:rt><w:rubyBase>${run('茶')}</w:rubyBase></w:ruby></w:r>`,
      'A 茶(cha) B',
    ],
  ])('the text of %s', async (_, inside, expected) => {
    expect(await markdownOf(docx(paragraph(`${run('A ')}${inside}${run(' B')}`)))).toBe(expected);
  });

  it.each([
    ['a page', '<html><head><title>No</title></head><body><p>Tea &amp; <b>milk</b></p></body></html>'],
    [
      'a web archive',
      'MIME-Version: 1.0\r\nContent-Type: multipart/related;\r\n type="text/html"; boundary="part"\r\n\r\n--part\r\nContent-Type: text/html; charset="utf-8"\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n<body>Tea &amp;=\r\n <b style=3D"x">milk</b></body>\r\n--part--',
    ],
    ['Rich Text', '{\\rtf1 Tea & {\\b milk}\\par}'],
  ])('the text of a file that is shown as a part of it: %s', async (_, file) => {
    const body = `${paragraph(run('Before.'))}<w:altChunk r:id="aFChunk"/>${paragraph(run('After.'))}`;
    const { markdown, warnings } = await convert(docx(body, { 'word/chunk.bin': file }));
    expect(markdown).toBe('Before.\n\nTea & **milk**\n\nAfter.');
    expect(warnings).toEqual([]);
  });

  it('but not that of a file that cannot be read, and says so', async () => {
    const body = `${paragraph(run('Before.'))}<w:altChunk r:id="aFChunk"/><w:altChunk r:id="none"/>`;
    const { markdown, warnings } = await convert(docx(body, { 'word/chunk.bin': '\u0000\u0001GIF89a\u0000' }));
    expect(markdown).toBe('Before.');
    expect(warnings?.map(({ message }) => message)).toEqual([
      'Other files that the document shows as parts of its text were not read: 2.',
    ]);
  });

  it('its text where it names pictures and pages that are not there, and says so', async () => {
    const picture = (id: string) =>
      `<w:r><w:drawing><wp:inline><wp:docPr descr="Cup"/><a:graphic><a:graphicData><pic:pic><pic:blipFill><a:blip r:embed="${id}"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`;
    const link = `<w:hyperlink r:id="rId98" w:anchor="a">${run('a link')}</w:hyperlink>`;
    const body =
      paragraph(`${run('Before, ')}${link}${run('.')}`) + paragraph(picture('rId99')) + paragraph(picture('image'));
    const { markdown, warnings } = await convert(docx(body + paragraph(run('After.'))));
    expect(markdown).toMatch(/^Before, .*a link.*\.\n\n(?:!\[Cup\]\(.*\)\n\n)*After\.$/s);
    expect(warnings?.map(({ message }) => message)).toEqual(['Images that the document names are not in it: 2.']);
  });

  it.each([
    ['a character of a symbol font', '<w:r><w:sym w:font="Symbol" w:char="F061"/></w:r>'],
    ['one of a font of letters', '<w:r><w:sym w:font="Arial" w:char="03B1"/></w:r>'],
    [
      'a letter in a symbol font',
      '<w:r><w:rPr><w:rFonts w:ascii="Symbol" w:hAnsi="Symbol"/></w:rPr><w:t>\uf061</w:t></w:r>',
    ],
  ])('%s as the letter that is shown', async (_, inside) => {
    expect(await markdownOf(docx(paragraph(`${run('A ')}${inside}${run(' B')}`)))).toBe('A α B');
  });

  const box = (text: string) =>
    `<wps:wsp><wps:txbx><w:txbxContent>${paragraph(run(text))}</w:txbxContent></wps:txbx></wps:wsp>`;
  const drawn = (inside: string) =>
    `<w:drawing><wp:inline><a:graphic><a:graphicData>${inside}</a:graphicData></a:graphic></wp:inline></w:drawing>`;
  const choice = (fallback: string) =>
    `<mc:AlternateContent><mc:Choice Requires="wps">${drawn(box('Box one.'))}</mc:Choice>${fallback}</mc:AlternateContent>`;

  it.each([
    ['of a drawing', drawn(box('Box one.'))],
    ['of a group', drawn(`<wpg:wgp>${box('Box one.')}${box('Box two.')}</wpg:wgp>`)],
    [
      'with an alternative',
      choice(
        `<mc:Fallback><w:pict><v:shape><v:textbox><w:txbxContent>${paragraph(run('Box one.'))}</w:txbxContent></v:textbox></v:shape></w:pict></mc:Fallback>`,
      ),
    ],
    ['whose alternative is empty', choice('<mc:Fallback/>')],
    ['without an alternative', choice('')],
  ])('the text of a box %s, once', async (name, inside) => {
    const markdown = await markdownOf(
      docx(paragraph(`${run('Text.')}<w:r>${inside}</w:r>`) + paragraph(run('After.'))),
    );
    expect(markdown).toBe(
      name === 'of a group' ? 'Text.\n\nBox one.\n\nBox two.\n\nAfter.' : 'Text.\n\nBox one.\n\nAfter.',
    );
  });

  it('the numbers of a list that goes on after other text', async () => {
    const body = [
      item(run('one')),
      item(run('two')),
      paragraph(run('Between.')),
      item('<w:r><w:rPr><w:b/></w:rPr><w:t>three</w:t></w:r>'),
      item(run('a'), 1, 1),
      paragraph(run('Again.')),
      item(run('four')),
    ];
    expect(await markdownOf(docx(body.join('')))).toBe(
      '1. one\n2. two\n\nBetween.\n\n3. **three**\n   1. a\n\nAgain.\n\n4. four',
    );
  });

  it('the number with which a list begins, or begins again', async () => {
    const body = [
      item(run('one')),
      paragraph(run('Between.')),
      item(run('first'), 2),
      paragraph(run('Between.')),
      item(run('second'), 2),
      paragraph(run('Between.')),
      item(run('seven'), 4),
    ];
    const [, ...parts] = (await markdownOf(docx(body.join('')))).split('\n\nBetween.\n\n');
    expect(parts).toEqual(['1. first', '2. second', '7. seven']);
  });

  it('the numbers of a list whose style has them', async () => {
    const styled = (text: string) => `<w:p><w:pPr><w:pStyle w:val="Step"/></w:pPr>${run(text)}</w:p>`;
    expect(await markdownOf(docx(styled('one') + paragraph(run('Between.')) + styled('two')))).toBe(
      '1. one\n\nBetween.\n\n2. two',
    );
  });

  const drawing = (inside: string) =>
    `<w:r><w:drawing><wp:inline><a:graphic><a:graphicData>${inside}</a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`;

  it('the data of charts, and the texts of diagrams, where they stand', async () => {
    const chart = drawing('<c:chart r:id="chart"/>');
    const body = [
      paragraph(`${run('Before.')}${chart}${run('After.')}`),
      paragraph(drawing('<dgm:relIds r:dm="diagramData"/>')),
      paragraph(drawing('<c:chart r:id="none"/>')),
      item(run('first'), 3),
      item(chart, 3),
    ];
    const inItem = CHART_MARKDOWN.replace(/\n(?=.)/g, '\n  ');
    expect(await markdownOf(docx(body.join('')))).toBe(
      `Before.\n\n${CHART_MARKDOWN}\n\nAfter.\n\n${DIAGRAM_MARKDOWN}\n\n- first\n\n- ${inItem}`,
    );
  });

  it('check boxes, in lists as tasks', async () => {
    const box = (isChecked: boolean) =>
      `<w:sdt><w:sdtPr><w14:checkbox><w14:checked w14:val="${isChecked ? 1 : 0}"/></w14:checkbox></w:sdtPr><w:sdtContent>${run('☐')}</w:sdtContent></w:sdt>`;
    const body = paragraph(box(true) + run(' Done, and ') + box(false) + run(' open.'));
    const list = item(box(true) + run(' tea'), 3) + item(box(false) + run(' milk'), 3);
    expect(await markdownOf(docx(body + list))).toBe('☑ Done, and ☐ open.\n\n- [x] tea\n- [ ] milk');
  });

  const text = (letters: string) => `<m:r><m:t>${letters}</m:t></m:r>`;
  const part = (name: string, inside: string) => `<m:${name}>${inside}</m:${name}>`;
  const property = (element: string, name: string, value: string) =>
    `<m:${element}Pr><m:${name} m:val="${value}"/></m:${element}Pr>`;

  it.each([
    ['E=mc^{2}', text('E=m') + part('sSup', part('e', text('c')) + part('sup', text('2')))],
    ['x_{i}', part('sSub', part('e', text('x')) + part('sub', text('i')))],
    ['x_{i}^{2}', part('sSubSup', part('e', text('x')) + part('sub', text('i')) + part('sup', text('2')))],
    ['\\frac{a}{b}', part('f', part('num', text('a')) + part('den', text('b')))],
    ['\\sqrt{x}', part('rad', property('rad', 'degHide', '1') + part('deg', '') + part('e', text('x')))],
    ['\\sqrt[3]{x}', part('rad', part('deg', text('3')) + part('e', text('x')))],
    [
      '\\sum_{i=1}^{n}i',
      part(
        'nary',
        property('nary', 'chr', '∑') + part('sub', text('i=1')) + part('sup', text('n')) + part('e', text('i')),
      ),
    ],
    ['\\int_{0}^{1}x', part('nary', part('sub', text('0')) + part('sup', text('1')) + part('e', text('x')))],
    ['\\left(a+b\\right)', part('d', part('e', text('a+b')))],
    [
      '\\begin{matrix}a&b\\\\c&d\\end{matrix}',
      part(
        'm',
        part('mr', part('e', text('a')) + part('e', text('b'))) +
          part('mr', part('e', text('c')) + part('e', text('d'))),
      ),
    ],
    [
      '\\sinx',
      part('func', part('fName', '<m:r><m:rPr><m:sty m:val="p"/></m:rPr><m:t>sin</m:t></m:r>') + part('e', text('x'))),
    ],
    ['\\hat{x}', part('acc', part('e', text('x')))],
    ['\\bar{x}', part('bar', property('bar', 'pos', 'top') + part('e', text('x')))],
    ['\\alpha\\leq\\infty', text('α≤∞')],
    ['\\text{if}x', `<m:r><m:rPr><m:nor/></m:rPr><m:t>if</m:t></m:r>${text('x')}`],
  ])('the equation %s as TeX', async (tex, equation) => {
    const markdown = await markdownOf(docx(paragraph(run('Here ') + part('oMath', equation) + run(' it is.'))));
    const [, found] = /^Here \$(.+)\$ it is\.$/s.exec(markdown) ?? [];
    expect(found?.replace(/\s/g, '')).toBe(tex);
  });

  it('an equation of its own line between two dollars', async () => {
    const markdown = await markdownOf(docx(paragraph(part('oMathPara', part('oMath', text('a=b'))))));
    expect(markdown.replace(/ /g, '')).toBe('$$a=b$$');
  });
});

describe('an OpenDocument text keeps', () => {
  const formula = '<mrow><mi>E</mi><mo stretchy="false">=</mo><mfrac><mi>a</mi><mi>b</mi></mfrac></mrow>';
  const odt = (object: string, files: Readonly<Record<string, string>> = {}) =>
    zip({
      'content.xml': `<office:document-content><office:body><office:text><text:p>Here <draw:frame>${object}</draw:frame> it is.</text:p></office:text></office:body></office:document-content>`,
      'META-INF/manifest.xml': '<manifest:manifest/>',
      ...files,
    });

  it('a formula of the text', async () => {
    const math = `<math:math>${formula.replace(/(<\/?)/g, '$1math:')}</math:math>`;
    expect((await markdownOf(odt(`<draw:object>${math}</draw:object>`))).replace(/\s/g, '')).toBe(
      'Here$E=\\frac{a}{b}$itis.',
    );
  });

  it('a formula that is an object of the file', async () => {
    const object = {
      'Object 1/content.xml': `<math xmlns="http://www.w3.org/1998/Math/MathML"><semantics>${formula}<annotation encoding="StarMath 5.0">E = a over b</annotation></semantics></math>`,
    };
    const markdown = await markdownOf(
      odt('<draw:object xlink:href="./Object 1"/><draw:image xlink:href="./x"/>', object),
    );
    expect(markdown.replace(/\s/g, '')).toBe('Here$E=\\frac{a}{b}$itis.');
  });
});

it('a numbered list of OpenDocument goes on where one before it has ended', async () => {
  const style = '<text:list-style style:name="L1"><text:list-level-style-number text:level="1"/></text:list-style>';
  const item = (text: string, attributes = '') =>
    `<text:list-item ${attributes}><text:p>${text}</text:p></text:list-item>`;
  const list = (items: string, attributes = '') => `<text:list text:style-name="L1" ${attributes}>${items}</text:list>`;
  const body = [
    list(item('a') + item('b'), 'xml:id="first"'),
    '<text:p>Between.</text:p>',
    list(item('c'), 'text:continue-numbering="true"'),
    '<text:p>Again.</text:p>',
    list(item('d', 'text:start-value="7"') + item('e')),
    '<text:p>Then.</text:p>',
    list(item('f'), 'text:continue-list="first"'),
  ];
  const content = `<office:document-content><office:automatic-styles>${style}</office:automatic-styles><office:body><office:text>${body.join('')}</office:text></office:body></office:document-content>`;
  const markdown = await markdownOf(zip({ 'content.xml': content, 'META-INF/manifest.xml': '<manifest:manifest/>' }));
  expect(markdown.match(/^\d+\. \w/gm)).toEqual(['1. a', '2. b', '3. c', '7. d', '8. e', '3. f']);
});

describe('a presentation keeps', () => {
  const paragraph = (text: string, properties = '') => `<a:p>${properties}<a:r><a:t>${text}</a:t></a:r></a:p>`;
  const shape = (placeholder: string, ...paragraphs: string[]) =>
    `<p:sp><p:nvSpPr><p:nvPr>${placeholder}</p:nvPr></p:nvSpPr><p:txBody>${paragraphs.join('')}</p:txBody></p:sp>`;
  const pptx = (
    slide: string,
    files: Readonly<Record<string, string>> = {},
    more: Readonly<Record<string, string>> = {},
  ) =>
    zip({
      'ppt/presentation.xml': '<p:presentation><p:sldId r:id="slide"/></p:presentation>',
      'ppt/_rels/presentation.xml.rels': relations({ slide: 'slides/slide1.xml' }),
      'ppt/slides/slide1.xml': `<p:sld><p:spTree>${slide}</p:spTree></p:sld>`,
      'ppt/slides/_rels/slide1.xml.rels': relations(more),
      ...files,
    });

  it('bullets and numbers of its own', async () => {
    const bullet = (level: number, mark = '<a:buChar char="•"/>') => `<a:pPr lvl="${level}">${mark}</a:pPr>`;
    const slide = shape(
      '',
      paragraph('Drinks:'),
      paragraph('tea', bullet(0)),
      paragraph('green', bullet(1)),
      paragraph('coffee', bullet(0)),
      paragraph('boil', bullet(0, '<a:buAutoNum type="arabicPeriod"/>')),
      paragraph('pour', bullet(0, '<a:buAutoNum type="arabicPeriod"/>')),
    );
    expect(await markdownOf(pptx(slide))).toBe('Drinks:\n\n- tea\n  - green\n- coffee\n\n1. boil\n2. pour');
  });

  it('the bullets of its master, where neither the layout nor the text says otherwise', async () => {
    const files = {
      'ppt/slideLayouts/layout.xml': `<p:sldLayout>${shape('<p:ph idx="1"/>')}${shape('<p:ph type="subTitle" idx="2"/>', '<a:lstStyle><a:lvl1pPr><a:buNone/></a:lvl1pPr></a:lstStyle>')}</p:sldLayout>`,
      'ppt/slideLayouts/_rels/layout.xml.rels': relations({ slideMaster: '../slideMasters/master.xml' }),
      'ppt/slideMasters/master.xml':
        '<p:sldMaster><p:txStyles><p:bodyStyle><a:lvl1pPr><a:buChar char="•"/></a:lvl1pPr></p:bodyStyle></p:txStyles></p:sldMaster>',
    };
    const slide =
      shape('<p:ph type="subTitle" idx="2"/>', paragraph('Subtitle')) +
      shape('<p:ph idx="1"/>', paragraph('tea'), paragraph('A sentence.', '<a:pPr><a:buNone/></a:pPr>')) +
      shape('', paragraph('A box.'));
    expect(await markdownOf(pptx(slide, files, { slideLayout: '../slideLayouts/layout.xml' }))).toBe(
      'Subtitle\n\n- tea\n\nA sentence.\n\nA box.',
    );
  });

  it('the data of charts', async () => {
    const slide =
      '<p:graphicFrame><a:graphic><a:graphicData><c:chart r:id="chart"/></a:graphicData></a:graphic></p:graphicFrame>';
    expect(await markdownOf(pptx(slide, { 'ppt/charts/chart1.xml': CHART }, { chart: '../charts/chart1.xml' }))).toBe(
      CHART_MARKDOWN,
    );
  });

  it('the texts of diagrams, nested as they are connected', async () => {
    const slide = '<p:graphicFrame><dgm:relIds r:dm="diagramData"/></p:graphicFrame>';
    expect(
      await markdownOf(pptx(slide, { 'ppt/diagrams/data1.xml': DIAGRAM }, { diagramData: '../diagrams/data1.xml' })),
    ).toBe(DIAGRAM_MARKDOWN);
  });

  it('what the speaker noted', async () => {
    const notes = `<p:notes>${shape('<p:ph type="sldImg"/>')}${shape('<p:ph type="body" idx="1"/>', paragraph('Smile.'))}${shape('<p:ph type="sldNum"/>', paragraph('1'))}</p:notes>`;
    const slide = shape('<p:ph type="title"/>', paragraph('Tea'));
    const files = { 'ppt/notesSlides/notes1.xml': notes };
    expect(await markdownOf(pptx(slide, files, { notesSlide: '../notesSlides/notes1.xml' }))).toBe(
      '## Tea\n\n### Notes\n\nSmile.',
    );
  });
});

it('a sheet keeps its links', async () => {
  const xlsx = zip({
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>',
    '_rels/.rels': relations({ officeDocument: 'xl/workbook.xml' }),
    'xl/workbook.xml': `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${OFFICE}"><sheets><sheet name="Tea" sheetId="1" r:id="worksheet"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations({ worksheet: 'worksheets/sheet1.xml' }),
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${OFFICE}"><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>Shop</t></is></c><c r="B1" t="inlineStr"><is><t>Price</t></is></c></row><row r="2"><c r="A2" t="inlineStr"><is><t>Leaf</t></is></c></row></sheetData><hyperlinks><hyperlink ref="A2" r:id="hyperlink"/></hyperlinks></worksheet>`,
    'xl/worksheets/_rels/sheet1.xml.rels': relations({ hyperlink: 'https://leaf.example/' }),
  });
  const { markdown, links } = await convert(xlsx, { formats: ['markdown', 'links'] });
  expect(markdown).toBe('## Tea\n\n| Shop | Price |\n| --- | --- |\n| [Leaf](https://leaf.example/) |  |');
  expect(links).toEqual(['https://leaf.example/']);
});

it('a Word document may have its text under another name', async () => {
  const body = '<w:p><w:r><w:t>Tea</w:t></w:r></w:p>';
  const docx = zip({
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>',
    '_rels/.rels': relations({ officeDocument: 'word/main.xml' }),
    'word/main.xml': `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`,
  });
  expect(await markdownOf(docx)).toBe('Tea');
});
