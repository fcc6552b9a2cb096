import { rightPassword, type Browser } from '#server/testing/sign-in.ts'

export const expired = [401, 'SESSION_EXPIRED']

export const lock = (browser: Browser, reason = 'asked') => browser.post('/api/auth/lock', { reason })
export const reopen = (browser: Browser, password = rightPassword) =>
  browser.post('/api/auth/reopen', { password })
export const lockedIn = async (browser: Browser) =>
  ((await browser.get('/api/auth/options')).body as { locked: unknown }).locked
export const isOpen = async (browser: Browser) => (await browser.get('/api/session')).status === 200
