/**
 * The first five prepare lists of the address bar in each tab: more work than many a journey. The others are what
 * Playwright itself disables, since a second such switch replaces the first.
 */
const disabledFeatures = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
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
  'ThirdPartyStoragePartitioning',
]

const overridden = process.env['TROUSSEAU_TEST_CHROMIUM']

/** How the tests start a browser: Chromium's headless shell, which takes two thirds of the whole one's processor time. */
export const chromiumLaunch = {
  executablePath: overridden ?? '/usr/bin/chromium-headless-shell',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    `--disable-features=${disabledFeatures.join(',')}`,
  ],
}

/** How to start the whole Chromium, for what the shell does not have. */
export const wholeChromiumLaunch = { ...chromiumLaunch, executablePath: overridden ?? '/usr/bin/chromium' }
