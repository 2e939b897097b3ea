import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

const LOCALE = join(import.meta.dirname, 'src/locales/en-GB')

/** English texts of the console by namespace. */
const englishTexts: Record<string, object> = Object.fromEntries(
  readdirSync(LOCALE)
    .filter((file) => file.endsWith('.json'))
    .map((file) => [
      file.slice(0, -'.json'.length),
      JSON.parse(readFileSync(join(LOCALE, file), 'utf8')) as object,
    ]),
)

export default defineConfig({
  test: {
    name: 'web',
    include: ['{src,build}/**/*.test.{ts,tsx}'],
    environment: 'jsdom',
    // Run in this order, because the second uses the fresh modules of the first.
    setupFiles: ['src/testing/fresh-modules.ts', 'src/testing/setup.ts', '../../scripts/lib/test-seed.mjs'],
    sequence: { setupFiles: 'list' },
    isolate: false,
    provide: { englishTexts },
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Node loads the packages' `dist` directly, like packages of node_modules.
    server: { deps: { external: [/\/packages\/[^/]+\/dist\//] } },
  },
})
