import { parse } from 'tldts';

/** Registrable domains that serve ads, trackers and consent banners, and nothing that a reader comes for. */
const AD_DOMAINS: ReadonlySet<string> = new Set(
  [
    '2mdn.net adform.net adition.com adnxs.com adroll.com adsafeprotected.com adsrvr.org advertising.com amazon-adsystem.com',
    'bidswitch.net bluekai.com casalemedia.com chartbeat.com consensu.org contextweb.com cookiebot.com cookielaw.org',
    'cookie-script.com criteo.com criteo.net crwdcntrl.net demdex.net didomi.io doubleclick.net doubleverify.com exelator.com',
    'fastclick.net google-analytics.com googleadservices.com googlesyndication.com googletagmanager.com',
    'googletagservices.com hotjar.com iubenda.com krxd.net mathtag.com media.net moatads.com onetrust.com openx.net',
    'osano.com outbrain.com privacy-mgmt.com pubmatic.com quantcast.com quantserve.com rlcdn.com rubiconproject.com',
    'scorecardresearch.com serving-sys.com sharethrough.com smartadserver.com sourcepoint.com taboola.com teads.tv',
    'trustarc.com usercentrics.eu yieldmo.com zedo.com',
  ].flatMap((line) => line.split(' ')),
);

/** Whether the host serves ads and consent banners to other sites; a page of the host itself gets all that it asks for. */
export function servesAds(hostname: string, pageHostname: string): boolean {
  const domain = parse(hostname).domain;
  return domain !== null && AD_DOMAINS.has(domain) && domain !== parse(pageHostname).domain;
}
