import { defineConfig } from 'vitest/config'

// Not one of the root's projects: browser tests need the built product and a browser (`npm run test:e2e`).
export default defineConfig({
  test: {
    name: 'e2e',
    include: ['src/**/*.test.ts'],
    pool: 'forks',
    globalSetup: ['src/demo-folder.ts'],
    // Files share a process: what a file needs of its own it starts itself, and loading axe and playwright takes a while.
    isolate: false,
    // Each file drives a browser against a product of its own; more at once slow each other down on two cores.
    maxWorkers: 1,
    // A page that is being shown takes more than the second that is usual, on a busy machine above all.
    expect: { poll: { timeout: 60_000 } },
    // Far more than any takes: the step that waits in vain ends first (after a minute), and is named.
    testTimeout: 240_000,
    hookTimeout: 240_000,
  },
})
