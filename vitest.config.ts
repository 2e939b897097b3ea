import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

// One run for the whole repository. Tests stand beside the code they test; `src/**` keeps the compiled copies
// in dist from running a second time.
export default defineConfig({
  test: {
    projects: ['packages/*', 'apps/*', 'scripts'],
    // A process per test file: lmdb, bcrypt and sharp are native and do not share one.
    pool: 'forks',
    maxWorkers: Math.max(2, availableParallelism() - 1),
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
