import { defineConfig } from 'vitest/config'

// Not one of the root's projects: it attacks the built product in a separate process (`npm run test:attack`).
export default defineConfig({
  test: {
    name: 'attack',
    include: ['src/**/*.test.ts'],
    pool: 'forks',
    // Each file loads a separate product to its limits; two at a time would measure each other.
    maxWorkers: 1,
    testTimeout: 300_000,
    hookTimeout: 120_000,
  },
})
