import { defineConfig } from 'vitest/config'

// One run for the whole repository. Tests stand beside the code they test; `src/**` keeps the compiled copies
// in dist from running a second time.
export default defineConfig({
  test: {
    projects: ['packages/*', 'apps/*'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
