/**
 * Matches a short line in small letters that is one of the phrases, or begins with one and a colon. Such lines name what a site puts
 * around an article. They count only before its first and after its last paragraph: between them, a writer may say the same.
 */
function labels(...languages: readonly string[]): RegExp {
  return new RegExp(`^[^\\p{L}\\p{N}]*(?:${languages.join('|')})(?:[^\\p{L}\\p{N}]*$|\\s?[:：])`, 'u');
}

/** Above other pages of the site, and in front of links to them. */
const OTHER_PAGES = labels(
  'related(?: \\w+){0,4}|this article is related to|recommend(?:ed|s)(?: \\w+){0,2}|suggested \\w+|trending(?: \\w+)?|also on .*|up next|next up|newswire|in case you missed.*|don.?t miss',
  '(?:read|see|also read) (?:more|also|next)(?: .*)?|more|more (?:\\w+ ){1,3}(?:stories|articles|coverage)|more (?:on|from|in|about|stories|news|articles|like|coverage|for you|by)(?: .*)?|(?:you )?(?:may|might) (?:also )?(?:like|love|be interested)',
  '(?:our )?(?:latest|top|most|popular|recent|other|featured|editor.?s?) (?:\\w+ )?(?:stories|posts|news|articles|videos|picks|headlines|comments|read|viewed|shared|commented)|popular (?:on|in|now)|(?:around|from) the web|in this (?:section|series)',
  'mehr (?:zum thema|lesen|aus|von|über)|lesen sie (?:auch|mehr)|auch interessant|das könnte .* interessieren|(?:verwandte|ähnliche|weitere) \\w+|meistgelesen.*|zum thema',
  '(?:à )?lire (?:aussi|également|la suite)|articles? (?:liés|similaires|connexes)|sur le même \\w+|les plus lus|voir aussi|vous aimerez aussi',
  '(?:artículos?|noticias|posts?|notícias|artigos?) relacionad[oa]s?|relacionad[oa]s|(?:también )?te puede .*|le[ei] (?:también|más)|lo más \\w+|(?:leia|veja|saiba) (?:também|mais)|mais lid[ao]s|leggi anche|articoli (?:correlati|simili)|i più letti|lees (?:ook|meer|verder)|meest gelezen',
  'czytaj (?:też|także|więcej)|zobacz (?:też|także)|читайте также|смотрите также|по теме|похожие \\p{L}+|самое читаемое|baca juga|artikel terkait|ilgili \\p{L}+|läs (?:också|mer|även)|les også|læs også|lue myös',
  '(?:相关|相關|推荐|推薦|延伸|热门|最新)(?:文章|阅读|閱讀|新闻|新聞|推荐|内容|消息)?|猜你喜欢|(?:関連|おすすめ|人気)(?:記事|ニュース|リンク|ランキング)?|관련 ?기사|추천 ?기사|많이 본 (?:뉴스|기사)|اقرأ (?:أيضا|أيضًا|المزيد)|(?:مواضيع|أخبار|مقالات) (?:ذات صلة|متعلقة|مشابهة)|ذات صلة',
);

/** Above what readers say, and above what a site asks of them. */
const REQUESTS = labels(
  '(?:\\d+ |no |all |view |show |post a |leave a |add a |join the )*(?:comments?|conversation|repl(?:y|ies)|responses)(?: \\(?\\d*\\)?| on .*| below)?|what do you think|have your say',
  '(?:share|tweet|pin|email|print|save)(?: (?:this|on|via|it|with|to|post|article|story|page|link)(?: .*)?)?|follow (?:us|me|on)(?: .*)?|like us|copy link|(?:sign up|subscribe)(?: .*)?|newsletters?(?: .*)?|stay (?:informed|updated|connected).*',
  'tags?|filed (?:under|to|in)|topics?|categor(?:y|ies)|posted (?:in|under)|keywords?|about (?:the|this) author|meet the author|advertis?e?ments?|sponsored(?: .*)?|back to (?:top|home).*|load more|show more|(?:media|press|investor) (?:relations )?(?:contacts?|enquiries|inquiries)|pressekontakt',
  'kommentare?(?: \\(?\\d+\\)?)?|\\d+ kommentare?|(?:artikel )?teilen|anzeige|werbung|schlagw[oö]rt\\p{L}*|themen|commentaires?|partag\\p{L}+.*|publicité|mots-clés|étiquettes|coment[aá]rios?|compart\\p{L}+.*|suscr[ií]b\\p{L}+.*|publicidade?|etiquetas|commenti|condividi.*|pubblicità|etichette|reacties|d?eel dit.*|advertentie',
  'komentarze|reklama|комментари[ийя].*|поделиться.*|реклама|теги|yorumlar|etiketler|评论.*|分享(?:到|至)?|广告|标签|評論.*|廣告|標籤|コメント|シェア|広告|タグ|댓글|공유|광고|태그|تعليقات?|التعليقات|شارك|إعلان|وسوم',
);

/** A longer line is a sentence, and not a label. */
const MAX_LABEL_LENGTH = 60;

/** Whether a line announces other pages, comments or a form. */
export function isLabel(text: string): boolean {
  return text.length <= MAX_LABEL_LENGTH && isAnnounced(text.toLowerCase());
}

function isAnnounced(text: string): boolean {
  return OTHER_PAGES.test(text) || REQUESTS.test(text);
}

/** Whether a line is a label and nothing else. */
export function isBareLabel(text: string): boolean {
  return isLabel(text) && !/[:：]\s*\S/.test(text);
}

/** What a site asks of its readers, in a sentence. */
const REQUEST =
  /\b(?:subscribe|sign up|newsletters?|inbox|follow (?:us|me|him|her|them)|like us|(?:hear|know) (?:from you|what you)|abonnier\w*|folgen? sie|folg uns|suscr[ií]b\w+|s[ií]gu[ea]\w*|inscreva|assine|iscriviti|seguici|abonnez|suivez)\b/i;

/** Whether a sentence at the end asks the reader to do something. It counts only where it has a link to do that. */
export function isRequest(text: string): boolean {
  return text.length <= MAX_REQUEST_LENGTH && REQUEST.test(text);
}

const MAX_REQUEST_LENGTH = 300;

/** Before who wrote a text and when. */
const BYLINE = labels(
  '(?:by|von|par|por|di|door|autor|auteur|author|автор|oleh|作者|来源|記者|기자|بقلم|كتب)[ :：].*',
  '(?:originally |first |last |story )?(?:posted|published|updated|modified|date|veröffentlicht|aktualisiert|publié|mis à jour|publicado|actualizado|atualizado|pubblicato|aggiornato|gepubliceerd|опубликовано|обновлено|发布时间|更新时间|تاريخ النشر|입력|수정)(?:[ :：].*)?',
  '\\d+ ?(?:min|minute|minuten|минут).*|\\d+ (?:seconds?|minutes?|hours?|days?|weeks?|months?|years?) ago.*|\\d{1,2}:\\d\\d.{0,30}|(?:vor|hace|il y a|há) \\d+ .*|\\d{4}[-./年]\\s?\\d{1,2}[-./月].{0,40}',
);

/** A date with its year, in the orders in which languages write it. */
const DATE =
  /\b\d{1,2}(?:st|nd|rd|th|\.)?,? (?:de |d['’])?\p{L}{3,12}\.?,?(?: de)? \d{4}\b|\b\p{L}{3,12}\.? \d{1,2}(?:st|nd|rd|th)?,? \d{4}\b|\b\d{4}[-./]\d{1,2}[-./]\d{1,2}\b|\b\d{1,2}[-./]\d{1,2}[-./]\d{4}\b/u;

const MAX_BYLINE_LENGTH = 120;

const MAX_WORDS_BESIDE_DATE = 5;

/** Whether a line before a text says who wrote it, or when. A sentence says more. */
export function isByline(text: string): boolean {
  if (text.length > MAX_BYLINE_LENGTH || SENTENCE_END.test(text)) return false;
  const lower = text.toLowerCase();
  return lower.split(/[|•·–—]/).some((part) => BYLINE.test(part)) || isDate(text);
}

/** After a word in small letters: names and times may end with a dot. */
const SENTENCE_END = /\p{Ll}{3}[.!?…][”"’')\]]*$|[。！？]$/u;

function isDate(text: string): boolean {
  if (!/\d{4}/.test(text)) return false;
  const [date] = DATE.exec(text) ?? [];
  return date !== undefined && (text.replace(date, ' ').match(/\p{L}+/gu)?.length ?? 0) <= MAX_WORDS_BESIDE_DATE;
}
