/**
 * Matches a line that is one of the phrases, in any case, or begins with one and a colon. Sites in many languages use
 * them to name what they put around an article.
 */
function phrases(...lists: readonly string[]): RegExp {
  return new RegExp(`^[^\\p{L}\\p{N}]*(?:${lists.join('|')})(?:[^\\p{L}\\p{N}]*$|\\s?[:：])`, 'iu');
}

/** Above other pages of the site, as headings and in front of links. */
const OTHER_PAGES = phrases(
  'related(?: (?:articles?|stories|story|posts?|content|news|topics?|links|reading|coverage|items|videos?|pages|to this(?: story)?))?|this article is related to|recommended(?: (?:for you|stories|articles|reading|posts|videos|content))?|recommends|suggested (?:reading|articles|posts)|trending(?: (?:now|stories|news|topics))?',
  'read (?:more|also|next)(?: .*)?|also(?: read)?|see more(?: .*)?|more|more (?:\\w+ ){1,3}(?:stories|articles|coverage)|more (?:on|from|in|about|stories|news|articles|like|coverage|to read|for you|by)(?: .*)?',
  "(?:you )?(?:may|might|will) (?:also )?(?:like|love|be interested)|don'?t miss|don’t miss|in case you missed|also on .*|up next|next up|what to read next",
  '(?:our )?(?:latest|top|most popular|popular|most read|most viewed|recent|other|featured|editor.?s?) (?:\\w+ )?(?:stories|posts|news|articles|videos|picks|headlines|comments)',
  'most (?:read|popular|viewed|shared|commented)|popular (?:on|in|now)|in this (?:section|series)|newswire|breaking news|in brief|around the web|from (?:our partners|the web)|watch (?:next|live|now)',
  'mehr (?:zum thema|lesen|aus|von|über)|lesen sie (?:auch|mehr)|auch interessant|das könnte (?:sie|dich)(?: auch)? interessieren|verwandte (?:artikel|themen|beiträge)|ähnliche (?:artikel|beiträge)|meistgelesen(?:e.*)?|weitere (?:artikel|themen|meldungen|nachrichten)|zum thema',
  'à lire (?:aussi|également)|lire aussi|lire la suite|articles? (?:liés|similaires|connexes)|sur le même (?:sujet|thème)|les plus lus|voir aussi|vous aimerez aussi',
  'artículos? relacionad[oa]s?|noticias relacionadas|te puede interesar|también te puede|lee también|leer más|lo más (?:leído|visto)|más (?:noticias|información|leídas)|relacionad[oa]s',
  'leia (?:também|mais)|veja (?:também|mais)|saiba mais|notícias relacionadas|posts? relacionad[oa]s?|artigos? relacionad[oa]s?|mais lid[ao]s|você (?:também )?pode gostar',
  'leggi anche|articoli (?:correlati|simili)|potrebbe interessarti|ti potrebbe interessare|i più letti|correlati|lees (?:ook|meer|verder)|gerelateerde?(?: \\w+)?|meer (?:over|nieuws)|meest gelezen',
  'czytaj (?:też|także|więcej)|zobacz (?:też|także)|powiązane|najczęściej czytane|читайте также|смотрите также|по теме|похожие (?:\\w+)|материалы по теме|самое читаемое|ещё по теме',
  'baca (?:juga|selengkapnya)|artikel terkait|berita (?:terkait|lainnya|populer)|ilgili (?:haberler|yazılar|içerikler)|ayrıca okuyun|läs (?:också|mer|även)|les også|læs også|lue myös',
  '相关(?:文章|阅读|新闻|推荐|内容)?|推荐(?:阅读|文章)|延伸阅读|更多(?:新闻|文章|内容)?|热门(?:文章|新闻)|猜你喜欢|最新(?:文章|消息)|相關(?:文章|閱讀|新聞)|延伸閱讀|推薦閱讀',
  '関連(?:記事|ニュース|リンク)|おすすめ(?:記事)?|人気(?:記事|ランキング)|あわせて読みたい|관련(?:기사|뉴스| 기사)|추천(?:기사| 기사)|많이 본 (?:뉴스|기사)|인기 ?기사|최신 ?기사',
  'اقرأ (?:أيضا|أيضًا|أيضاً|المزيد)|مواضيع (?:ذات صلة|متعلقة)|أخبار (?:ذات صلة|متعلقة)|مقالات (?:ذات صلة|مشابهة)|الأكثر (?:قراءة|مشاهدة)|ذات صلة|شاهد أيضا|המומלצים|כתבות נוספות|קראו גם',
);

/** Labels above comments of readers and requests to them. */
const REQUESTS = phrases(
  '(?:\\d+ |no |all |view |show |post a |leave a |add a |join the |the |latest |reader )*(?:comments?|conversation|discussion|repl(?:y|ies)|responses)(?: \\(?\\d*\\)?| on .*| below)?|tell us what you think|what do you think|have your say|leave a reply|join the conversation',
  '(?:share|tweet|pin|email|print|save)(?: (?:this|on|via|it|with|to|using|post|article|story|page|link)(?: .*)?)?|follow (?:us|me|on)(?: .*)?|like us|(?:like|liked|enjoy|enjoyed|enjoying) (?:this|what you).*|click to share|get short url|copy link|send (?:to|by) .*',
  '(?:sign up|subscribe)(?: (?:now|here|today|free|for (?:our|the|free|more)|to (?:our|the|get|receive))(?: .*)?)?|register (?:now|here|today|for free).*|join (?:us|our|now|the (?:conversation|discussion)).*|(?:our |the |get the |get our )?newsletters?(?: .*)?|get (?:the|our) (?:latest|best|daily|app).*|stay (?:informed|updated|up to date|on top|connected).*|download (?:the|our) app.*|already a (?:subscriber|member).*|support (?:our|independent).*',
  'tags?|filed (?:under|to|in)|topics?|categor(?:y|ies)|posted (?:in|under)|labels?|keywords?|in this (?:article|story)|about (?:the|this) author|author|written by|contributors?|meet the author',
  'advertis?e?ments?|advert|ad|sponsored(?: .*)?|promoted(?: .*)?|story continues below.*|article continues (?:below|after).*|continue reading.*|back to (?:top|home).*|scroll (?:back )?to top|skip (?:to|ad).*|loading.*|processing.*|enlarge image|click to (?:enlarge|expand)|this slideshow requires javascript|view (?:gallery|comments|more).*|show more|see all.*|load more|close',
  'kommentare?(?: \\(?\\d+\\)?)?|\\d+ kommentare?|teilen|artikel teilen|folgen sie.*|newsletter.*|anzeige|werbung|schlagworte|schlagwörter|themen|zur startseite|jetzt (?:anmelden|abonnieren).*|über den autor|drucken|merken',
  'commentaires?|\\d+ commentaires?|partager|partagez.*|suivez-nous.*|abonnez-vous.*|inscrivez-vous.*|publicité|mots-clés|étiquettes',
  'comentarios?|\\d+ comentarios?|compartir|comparte.*|compartilh.*|síguenos.*|siga-nos.*|suscríbete.*|suscripci[oó]n.*|inscreva-se.*|assine.*|publicidade?|publicidad|etiquetas|comentários?|\\d+ comentários?|deixe (?:um|seu) comentário.*|tempo de leitura.*',
  'commenti|\\d+ commenti|condividi.*|seguici.*|iscriviti.*|pubblicità|etichette|reacties|delen|deel dit.*|volg ons.*|advertentie|komentarze|udostępnij.*|reklama|комментари[ийя].*|поделиться.*|подписывайтесь.*|подпишитесь.*|реклама|теги|iklan|bagikan.*|komentar|yorumlar|paylaş.*|etiketler',
  '评论.*|留言.*|分享(?:到|至|本文)?|广告|标签|订阅.*|关注我们.*|評論.*|分享到.*|廣告|標籤|コメント.*|シェア.*|広告|タグ|댓글.*|공유.*|광고|태그|기사제보.*|구독.*|تعليقات?|التعليقات|شارك.*|مشاركة|إعلان|اشترك.*|تابعنا.*|الكلمات المفتاحية|وسوم',
);

/** Notes on rights and credits. */
const NOTES = phrases(
  '©.*|copyright.*|all rights reserved.*|(?:image|photo|picture) (?:copyright|credit|source|by).*|(?:photos?|images?|picture|video|credit|source|pic)s?: .*|follow .{0,60} on .{0,80}|(?:reporting|additional reporting|editing|edited|compiled|translated|written|contributed) by .*|alle rechte vorbehalten.*|tous droits réservés.*|todos los derechos.*|todos os direitos.*|tutti i diritti.*|все права защищены.*|版权所有.*|无断转载.*|무단.?전재.*|جميع الحقوق.*',
);

/** Labels of the time at which a text was published or changed. */
const STAMP = phrases(
  '(?:originally |first |last |story )?(?:posted|published|updated|modified|publish date|date|veröffentlicht|aktualisiert|publiziert|publié|mis à jour|publicado|actualizado|atualizado|pubblicato|aggiornato|gepubliceerd|опубликовано|обновлено|发布时间|更新时间|تاريخ النشر|입력|수정|기사입력)(?:[ :：].*)?',
);

/** Labels above or before a text that tell who wrote it and when. */
const BYLINE = phrases(
  '(?:by|von|par|por|di|door|autor|auteur|author|text|текст|автор|oleh|作者|来源|文|記者|기자|بقلم|كتب)[ :：].*',
  '\\d+ ?(?:min|minute|minuten|минут).*|(?:\\d{1,2}\\W+)?(?:\\p{L}+\\.?\\W+)?\\d{1,2}(?:st|nd|rd|th|\\.)?,?\\W+(?:\\p{L}+\\W+)?\\d{4}(?!\\d).{0,40}|\\d{4}[-./年]\\s?\\d{1,2}[-./月].{0,40}|\\d+ (?:seconds?|minutes?|hours?|days?|weeks?|months?|years?) ago.*|\\d{1,2}:\\d\\d.{0,30}|(?:vor|hace|il y a|há) \\d+ .*',
);

/** A longer line is a part of the text, whatever its first words are. */
const MAX_REQUEST_LENGTH = 300;

/** A longer line is a sentence, and not a label. */
const MAX_LABEL_LENGTH = 60;

/** Whether a line announces other pages, comments or a form. */
export function isLabel(text: string): boolean {
  return text.length <= MAX_LABEL_LENGTH && (OTHER_PAGES.test(text) || REQUESTS.test(text));
}

export function announcesOtherPages(text: string): boolean {
  return OTHER_PAGES.test(text.slice(0, MAX_REQUEST_LENGTH));
}

const SUBSCRIPTION = /\b(?:subscribe|sign(?:ing)? up|abonnier\w*|abonne\w*|suscr[ií]b\w+|iscriviti|assine)\b/i;

const OFFER = /\b(?:newsletters?|inbox|mailing list|e-?mail alerts?|boletín|courriel|postfach)\b/i;

/** What a publisher offers or asks in a whole sentence. */
const INVITATION =
  /^\W*get\b.{1,80}\bdelivered\b.{1,40}\byour\b|\bwe['’]d (?:like|love) to hear (?:from you|what you)\b/i;

const NETWORKS = /\b(?:facebook|twitter|instagram|youtube|linkedin|pinterest|telegram|whatsapp|tiktok|weibo)\b/gi;

/** Whether a line asks the reader for something: to subscribe, follow, share or comment; or says whose rights they are. */
export function isRequest(text: string): boolean {
  if (text.length > MAX_REQUEST_LENGTH) return false;
  if (NOTES.test(text)) return true;
  if (REQUESTS.test(text) && (text.length <= MAX_LABEL_LENGTH || OFFER.test(text))) return true;
  if (INVITATION.test(text) || (SUBSCRIPTION.test(text) && OFFER.test(text))) return true;
  return (text.match(NETWORKS)?.length ?? 0) > 1 && /\b(?:follow|like|share|join|find)\b/i.test(text);
}

const MAX_BYLINE_LENGTH = 120;

export function isByline(text: string): boolean {
  if (text.length > MAX_BYLINE_LENGTH) return false;
  return BYLINE.test(text) || text.split(/[|•·–—]/).some((part) => STAMP.test(part)) || isDate(text);
}

/** A date with its year, in the orders in which languages write it. */
const DATE =
  /\b\d{1,2}(?:st|nd|rd|th|\.)?,? (?:de |d['’])?\p{L}{3,12}\.?,?(?: de)? \d{4}\b|\b\p{L}{3,12}\.? \d{1,2}(?:st|nd|rd|th)?,? \d{4}\b|\b\d{4}[-./]\d{1,2}[-./]\d{1,2}\b|\b\d{1,2}[-./]\d{1,2}[-./]\d{4}\b/u;

const MAX_WORDS_BESIDE_DATE = 5;

/** Whether a line has hardly anything but a date with day and year. */
function isDate(text: string): boolean {
  if (!/\d{4}/.test(text)) return false;
  const [date] = DATE.exec(text) ?? [];
  return date !== undefined && (text.replace(date, ' ').match(/\p{L}+/gu)?.length ?? 0) <= MAX_WORDS_BESIDE_DATE;
}

/** Whether a line says when the text was published, with digits. */
export function isStamp(text: string): boolean {
  return text.length <= MAX_BYLINE_LENGTH && STAMP.test(text) && /\d/.test(text);
}

const AGENCY = '(?:getty(?: images)?|reuters|ap(?: photo)?|associated press|afp|shutterstock|istock|alamy|dpa|epa)';

/** The credit below a picture: after a label, between separators or before a name. */
const CREDIT = new RegExp(
  [
    '^\\W*(?:photo(?:graph)?|image|picture|illustration|graphic|video|file|source|credit|foto|bild|quelle|crédito?)s?(?: (?:credit|source|copyright))?(?:\\s*[:/…©]|\\.{3})',
    '^\\W*(?:(?:photo(?:graph)?|image|picture|illustration|video)s? (?:by|courtesy|via|credit)|courtesy of|©)',
    `^\\W*${AGENCY}\\s*/`,
    `(?:^\\W*|[/|,·–]\\s*|\\bvia )${AGENCY}(?:[ ,]+(?:file|pool|handout))?\\W*$`,
  ].join('|'),
  'i',
);

const MAX_CREDIT_LENGTH = 80;

/** Whether a part of a caption says only where the picture comes from. */
export function isCredit(text: string): boolean {
  return text.length <= MAX_CREDIT_LENGTH && CREDIT.test(text);
}

/** A caption without a credit in brackets at its end. */
export function withoutCredit(caption: string): string {
  return caption.replace(/\s*[([][^()[\]]*[)\]]\s*$/, (end) => (isCredit(end) ? '' : end));
}

/** Headings of whom to ask about a release to the press, and of what it does not answer for. */
const CLOSING =
  /^\W*(?:(?:media|press|investor) (?:relations )?(?:contacts?|enquiries|inquiries)|contacts? presse|pressekontakt|contacto de prensa|notes? (?:to|for) editors|forward[- ]looking statements?|safe harbor(?: statement)?)\W*$/i;

/** Whether a line is the label of a note of the publisher below a text. */
export function isClosing(text: string): boolean {
  return text.length <= MAX_LABEL_LENGTH && CLOSING.test(text);
}
