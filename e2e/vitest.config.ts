import { defineConfig } from 'vitest/config'

// Separate from the root's projects: browser tests need the built product and a browser (`npm run test:e2e`).
export default defineConfig({
  test: {
    name: 'e2e',
    include: ['src/**/*.test.ts'],
    pool: 'forks',
    globalSetup: ['src/demo-folder.ts'],
    // Files share a process, because loading axe and playwright takes a while. Each file starts what it needs.
    isolate: false,
    // Each file runs a browser and a separate product; several at the same time slow each other down on two cores.
    maxWorkers: 1,
    // A page may take more than the default second to render, especially on a busy machine.
    expect: { poll: { timeout: 60_000 } },
    // Far more than any test takes: a step that waits in vain fails first (after a minute), and is named.
    testTimeout: 240_000,
    hookTimeout: 240_000,
  },
})
