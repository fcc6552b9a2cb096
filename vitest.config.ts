import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Left to itself Vitest keeps a core free, which is half of the machine that the project is tested on.
    maxWorkers: 2,
  },
})
