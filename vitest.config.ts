import { readdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** Sets the seed of property tests. */
const SEED = new URL('scripts/lib/test-seed.mjs', import.meta.url).pathname

/** Workspaces whose tests need more than Node have a vitest.config.ts of their own. */
const OWN_CONFIG = new Set(['apps/web'])

const workspaces = ['packages', 'apps'].flatMap((folder) =>
  readdirSync(new URL(folder, import.meta.url), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => ({ name, root: `${folder}/${name}` })),
)

/**
 * Test files run one after the other in as many processes as there are workers, not in one of their own each: what they
 * import is loaded once, and the packages' `dist` as Node loads it in the product (docs/adr/0083). A file puts back
 * what it changes of its process; stubs and spies are put back in any case.
 */
const SHARED_PROCESS = {
  isolate: false,
  unstubEnvs: true,
  unstubGlobals: true,
  server: { deps: { external: [/\/packages\/[^/]+\/dist\//] } },
}

// One run for the whole repository. Tests stand beside the code they test; `src/**` keeps the compiled copies
// in dist from running a second time.
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
            // Ample for a busy machine: nothing waits longer than it has to.
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
    // One more than there are cores: a worker waits for timers, sockets and disks a good part of its time.
    maxWorkers: availableParallelism() + 1,
  },
})
