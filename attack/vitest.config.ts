import { defineConfig } from 'vitest/config'

// Not one of the root's projects: it attacks the built product as a process of its own (`npm run test:attack`).
export default defineConfig({
  test: {
    name: 'attack',
    include: ['src/**/*.test.ts'],
    pool: 'forks',
    // Each file loads a product of its own as far as it goes; two at once would measure each other.
    maxWorkers: 1,
    testTimeout: 300_000,
    hookTimeout: 120_000,
  },
})
