import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { chromiumLaunch } from './scripts/chromium.ts'

/** Journeys in the system's Chromium against the real server. */
export default defineConfig({
  testDir: 'e2e',
  fullyParallel: false,
  // One installation a worker; a file's tests share it. One more than there are cores: a page waits a third of its time.
  workers: Math.max(2, availableParallelism()) + 1,
  retries: 0,
  forbidOnly: true,
  timeout: 90_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  outputDir: 'test-results',
  use: {
    locale: 'fr-FR',
    timezoneId: 'Europe/Paris',
    // Nothing moves: what is pressed and judged stands where it will stay.
    contextOptions: { reducedMotion: 'reduce' },
    viewport: { width: 1440, height: 900 },
    permissions: ['clipboard-read', 'clipboard-write'],
    launchOptions: chromiumLaunch,
  },
  projects: [
    // The engine does not change the screens: the main journeys through all of them say that it serves. They come first:
    // the longest tests are among them, and at the end would leave the other workers idle.
    {
      name: 'postgres',
      metadata: { engine: 'postgres' },
      testMatch: [
        'dashboard.spec.ts',
        'first-use.spec.ts',
        'journal-proof.spec.ts',
        'journey.spec.ts',
        'organisation.spec.ts',
        'workday.spec.ts',
      ],
    },
    { name: 'sqlite', metadata: { engine: 'sqlite' } },
  ],
})
