import { readdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** Module that sets the seed of property tests. */
const SEED = new URL('scripts/lib/test-seed.mjs', import.meta.url).pathname

/** Workspaces with a separate vitest.config.ts, because their tests need more than Node. */
const OWN_CONFIG = new Set(['apps/web'])

const workspaces = ['packages', 'apps'].flatMap((folder) =>
  readdirSync(new URL(folder, import.meta.url), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => ({ name, root: `${folder}/${name}` })),
)

/**
 * Test files run one after the other in as many processes as there are workers. They share modules, and load the
 * packages' `dist` once, as Node does in the product (docs/adr/0002). A file restores the process state that it
 * changes; stubs and spies are always restored.
 */
const SHARED_PROCESS = {
  isolate: false,
  unstubEnvs: true,
  unstubGlobals: true,
  server: { deps: { external: [/\/packages\/[^/]+\/dist\//] } },
}

// One run for the whole repository. Tests are next to the code they test; `src/**` excludes the compiled copies in
// dist.
export default defineConfig({
  test: {
    projects: [
      ...workspaces
        .filter(({ root }) => !OWN_CONFIG.has(root))
        .map(({ name, root }) => ({
          root,
          test: {
            name,
            include: ['src/**/*.test.ts'],
            setupFiles: [SEED],
            // Long enough for a busy machine: no test waits longer than necessary.
            testTimeout: 120_000,
            hookTimeout: 120_000,
            expect: { poll: { timeout: 40_000, interval: 20 } },
            ...SHARED_PROCESS,
          },
        })),
      ...OWN_CONFIG,
      'scripts',
    ],
    // Processes, not threads: lmdb, bcrypt and sharp are native and do not share one.
    pool: 'forks',
    // One more worker than cores, because workers often wait for timers, sockets and disks.
    maxWorkers: availableParallelism() + 1,
  },
})
