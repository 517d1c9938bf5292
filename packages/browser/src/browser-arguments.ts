/** The arguments of a browser that loads everything through the proxy. */
export function browserArguments(proxyUrl: string): readonly string[] {
  return [
    ...OF_DRIVER,
    ...OWN,
    // The root user of a container cannot have the sandbox of Chromium.
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    `--disable-features=${DISABLED_FEATURES.join()}`,
    `--proxy-server=${proxyUrl}`,
  ];
}

/**
 * The driver gives these to a browser that it starts itself, and relies on them. One of its arguments is left out,
 * `--disable-ipc-flooding-protection`: with it, a page that asks for a step of its history thousands of times would stop all
 * pages.
 */
const OF_DRIVER: readonly string[] = [
  '--disable-field-trial-config',
  '--disable-background-networking',
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-back-forward-cache',
  '--disable-breakpad',
  '--disable-component-extensions-with-background-pages',
  '--disable-component-update',
  '--no-default-browser-check',
  '--disable-default-apps',
  '--disable-dev-shm-usage',
  '--disable-edgeupdater',
  '--disable-extensions',
  '--enable-features=CDPScreenshotNewSurface,SkipListAccountsWithoutGaiaCookies',
  '--allow-pre-commit-input',
  '--disable-hang-monitor',
  '--disable-popup-blocking',
  '--disable-prompt-on-repost',
  '--disable-renderer-backgrounding',
  '--disable-updater-scheduler',
  '--force-color-profile=srgb',
  '--metrics-recording-only',
  '--no-first-run',
  '--password-store=basic',
  '--use-mock-keychain',
  '--no-service-autorun',
  '--disable-search-engine-choice-screen',
  '--unsafely-disable-devtools-self-xss-warnings',
  '--enable-unsafe-swiftshader',
  '--edge-skip-compat-layer-relaunch',
  '--disable-stack-profiler',
  '--disable-infobars',
  '--disable-sync',
  '--do-not-de-elevate',
  '--headless',
  '--hide-scrollbars',
  '--mute-audio',
  '--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4',
  '--no-startup-window',
];

const DISABLED_FEATURES: readonly string[] = [
  // It starts a process beside each page for the next one. This service makes pages ahead itself.
  'SpareRendererForSitePerProcess',
  // It gives each document a new frame in the browser, which takes a third of the time of a small page.
  'RenderDocument',
  // Reports of earlier pages would be sent while a later one is shown.
  'NetworkErrorLogging',
  'Reporting',
  // The driver disables these.
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'TcpPortRandomizationWin',
  'ThirdPartyStoragePartitioning',
  'msEdgeUpdateLaunchServicesPreferredVersion',
  'msForceBrowserSignIn',
];

/**
 * Chromium must send everything through the proxy. So it may not connect to this machine directly, resolve names, or
 * use a protocol other than TCP.
 */
const OWN: readonly string[] = [
  '--proxy-bypass-list=<-loopback>',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
  '--disable-quic',
  '--dns-prefetch-disable',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  // Requests of Chromium itself, which no page asked for.
  '--disable-domain-reliability',
  '--no-pings',
  '--disable-gpu',
  // Clearing this cache between two pages would take as long as opening a small page.
  '--disable-gpu-shader-disk-cache',
  // A whole browser does so by itself: sites that are shown in one page have a process each.
  '--site-per-process',
  // A page whose scripts fill their heap ends with a crash. `ProcessWatch` limits what they take besides.
  '--js-flags=--max-old-space-size=512',
];
