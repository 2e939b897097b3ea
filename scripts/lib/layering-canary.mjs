import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { judgeImports, ruleNames } from './layering.mjs'

/** One import that breaks each rule: file, and its import. A rule without a line here fails the check. */
const BROKEN = {
  'contracts-imports-down': ['packages/contracts/src/a.ts', 'packages/database/src/index.ts'],
  'embedded-mongo-imports-down': ['packages/embedded-mongo/src/a.ts', 'packages/contracts/src/index.ts'],
  'backup-imports-down': ['packages/backup/src/a.ts', 'packages/contracts/src/index.ts'],
  'encryption-imports-down': ['packages/encryption/src/a.ts', 'packages/contracts/src/index.ts'],
  'walking-routes-imports-down': ['packages/walking-routes/src/a.ts', 'packages/contracts/src/index.ts'],
  'service-kit-imports-down': ['packages/service-kit/src/a.ts', 'packages/database/src/index.ts'],
  'patient-rule-imports-down': ['packages/patient-rule/src/a.ts', 'packages/database/src/index.ts'],
  'database-imports-down': ['packages/database/src/a.ts', 'packages/service-kit/src/index.ts'],
  'demo-hospital-imports-down': ['packages/demo-hospital/src/a.ts', 'packages/access/src/index.ts'],
  'kafka-imports-down': ['packages/kafka/src/a.ts', 'packages/access/src/index.ts'],
  'scaling-imports-down': ['packages/scaling/src/a.ts', 'packages/access/src/index.ts'],
  'access-imports-down': ['packages/access/src/a.ts', 'packages/ingestion/src/index.ts'],
  'service-runtime-imports-down': ['packages/service-runtime/src/a.ts', 'packages/ingestion/src/index.ts'],
  'images-imports-down': ['packages/images/src/a.ts', 'packages/access/src/index.ts'],
  'outbound-imports-down': ['packages/outbound/src/a.ts', 'packages/access/src/index.ts'],
  'jobs-imports-down': ['packages/jobs/src/a.ts', 'packages/access/src/index.ts'],
  'places-imports-down': ['packages/places/src/a.ts', 'packages/ingestion/src/index.ts'],
  'ingestion-imports-down': ['packages/ingestion/src/a.ts', 'packages/embedded-mongo/src/index.ts'],
  'summaries-imports-down': ['packages/summaries/src/a.ts', 'packages/rules/src/index.ts'],
  'migrations-imports-down': ['packages/migrations/src/a.ts', 'packages/rules/src/index.ts'],
  'rules-imports-down': ['packages/rules/src/a.ts', 'packages/outbound/src/index.ts'],
  'test-kit-imports-down': ['packages/test-kit/src/a.ts', 'packages/demo-hospital/src/index.ts'],
  'no-cycles': ['packages/access/src/b.ts', 'packages/access/src/b.ts'],
  'every-import-resolves': ['packages/access/src/c.ts', 'packages/access/src/nowhere.ts'],
  'contracts-know-zod-alone': ['packages/contracts/src/d.ts', 'node:fs'],
  'packages-know-no-app': ['packages/access/src/e.ts', 'apps/api/src/index.ts'],
  'apps-know-no-other-app': ['apps/location/src/a.ts', 'apps/status/src/index.ts'],
  'workspaces-meet-by-name': ['apps/status/src/a.ts', 'packages/contracts/src/index.ts'],
  'features-meet-at-their-door': [
    'apps/api/src/features/rules/a.ts',
    'apps/api/src/features/assets/assets.service.ts',
  ],
  'web-features-meet-at-their-door': [
    'apps/web/src/features/live-map/a.ts',
    'apps/web/src/features/map-canvas/plan.query.ts',
  ],
  'product-knows-no-test': ['apps/api/src/a.ts', 'apps/api/src/some.test.ts'],
  'pages-know-no-app-frame': ['apps/web/src/pages/a.ts', 'apps/web/src/app/index.ts'],
  'web-features-know-no-page': ['apps/web/src/features/a.ts', 'apps/web/src/pages/index.ts'],
  'web-ground-floor-imports-down': ['apps/web/src/lib/a.ts', 'apps/web/src/features/index.ts'],
  'web-knows-contracts-alone': ['apps/web/src/a.ts', 'packages/database/src/index.ts'],
  'map-engine-stands-alone': ['apps/web/src/map-engine/a.ts', 'apps/web/src/ui/index.ts'],
}

/** Imports that must stay allowed, so that a rule that refuses everything is noticed. */
const SOUND = [
  ['apps/api/src/features/rules/b.ts', 'apps/api/src/features/assets/index.ts'],
  ['apps/api/src/features/rules/c.ts', 'apps/api/src/features/keys/keys.routes.ts'],
  ['apps/web/src/pages/b.ts', 'apps/web/src/features/live-map/index.ts'],
  ['apps/web/src/app/b.ts', 'apps/web/src/features/add-place/add-place.tsx'],
  ['apps/web/src/app/pages.ts', 'apps/web/src/features/live-map/all-assets-map-view.tsx'],
  ['apps/web/src/features/live-map/b.ts', 'apps/web/src/features/map-canvas/index.ts'],
  ['apps/web/src/map-engine/b.ts', 'apps/web/src/ui/tokens.ts'],
]

/**
 * Proves that the rules work: in a tree that breaks every rule once, exactly these violations must be found.
 * @returns {Promise<string[]>} errors of the rules; empty when they work
 */
export async function askCanary() {
  const tree = realpathSync(mkdtempSync(join(tmpdir(), 'wardtrack-canary-')))
  try {
    for (const [from, to] of [...Object.values(BROKEN), ...SOUND]) plant(tree, from, to)
    const { violations } = await judgeImports(tree, ['apps', 'packages'])
    const isSeen = (rule) =>
      violations.some((found) => found.rule === rule && found.from === BROKEN[rule]?.[0])
    return [
      ...ruleNames.filter((rule) => !isSeen(rule)).map((rule) => `rule ${rule} lets its canary pass`),
      ...violations
        .filter((found) => SOUND.some(([from]) => from === found.from))
        .map((found) => `rule ${found.rule} refuses ${found.from}, which is sound`),
    ]
  } finally {
    rmSync(tree, { recursive: true, force: true })
  }
}

function plant(tree, from, to) {
  const isFile = to.includes('/')
  if (isFile && !to.endsWith('nowhere.ts') && from !== to) write(join(tree, to), 'export const there = 1\n')
  const address = isFile ? `./${relative(dirname(from), to)}` : to
  write(join(tree, from), `import * as imported from '${address}'\nexport const used = imported\n`)
}

function write(path, text) {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
