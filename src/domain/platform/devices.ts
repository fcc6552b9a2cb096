/** The browser and system that a user agent names; null where unknown. */
export type Device = { readonly browser: string | null; readonly system: string | null }

/** The first match counts: a user agent also names the browsers that it imitates. */
const browsers: readonly (readonly [mark: RegExp, name: string])[] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFxiOS\/|\bFirefox\//, 'Firefox'],
  [/\bCriOS\/|\bChrome\/|\bHeadlessChrome\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
  [/^curl\//, 'curl'],
]

const systems: readonly (readonly [mark: RegExp, name: string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b|\bMac OS X\b/, 'macOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
]

const named = (table: typeof browsers, text: string): string | null =>
  table.find(([mark]) => mark.test(text))?.[1] ?? null

/** Returns the browser and system of a user agent. It is a claim of the client: never decide access by it. */
export const deviceOf = (userAgent: string): Device => ({
  browser: named(browsers, userAgent),
  system: named(systems, userAgent),
})
