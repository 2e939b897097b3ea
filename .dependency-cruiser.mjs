// Import rules (ARCHITECTURE.md). A file in scripts/layering-canary breaks each rule to prove it.

const TESTS = '\\.test\\.tsx?$|/testing/|^packages/test-kit/'
const WEB = '^apps/web/src'

/** Packages that each package may import: its own layer and the layers below. */
const FLOORS = {
  contracts: [],
  'embedded-mongo': [],
  encryption: [],
  'walking-routes': [],
  backup: ['encryption'],
  'service-kit': ['contracts'],
  'patient-rule': ['contracts'],
  database: ['contracts', 'encryption', 'patient-rule'],
  'demo-hospital': ['contracts'],
  images: ['contracts', 'service-kit', 'database'],
  kafka: ['contracts', 'service-kit'],
  scaling: ['contracts', 'service-kit', 'database'],
  access: [
    'contracts',
    'encryption',
    'service-kit',
    'patient-rule',
    'database',
    'images',
    'kafka',
    'scaling',
  ],
  'service-runtime': [
    'contracts',
    'backup',
    'encryption',
    'service-kit',
    'database',
    'images',
    'kafka',
    'scaling',
    'access',
  ],
  places: ['contracts', 'service-kit', 'database', 'access', 'walking-routes'],
  outbound: ['contracts', 'encryption', 'service-kit', 'patient-rule', 'database'],
  ingestion: [
    'contracts',
    'encryption',
    'jobs',
    'kafka',
    'service-kit',
    'patient-rule',
    'database',
    'access',
  ],
  summaries: ['contracts', 'service-kit', 'database', 'access', 'ingestion'],
  migrations: ['database', 'service-runtime', 'summaries'],
  rules: ['contracts', 'service-kit', 'database', 'access', 'ingestion'],
  'test-kit': [
    'contracts',
    'encryption',
    'service-kit',
    'database',
    'access',
    'service-runtime',
    'embedded-mongo',
  ],
  jobs: ['contracts', 'service-kit', 'database'],
}

const floor = ([name, below]) => ({
  name: `${name}-imports-down`,
  comment: `packages/${name} imports ${below.length > 0 ? below.join(', ') : 'no other package'}`,
  severity: 'error',
  from: { path: `^packages/${name}/src`, pathNot: name === 'test-kit' ? undefined : TESTS },
  to: { path: '^packages/', pathNot: `^packages/(${[name, ...below].join('|')})/` },
})

const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...Object.entries(FLOORS).map(floor),
    forbid(
      'no-cycles',
      'a cycle has no bottom to start reading from; imports of types count',
      {},
      { circular: true },
    ),
    forbid(
      'every-import-resolves',
      'an import that does not resolve is one no rule can judge',
      {},
      { couldNotResolve: true },
    ),
    forbid(
      'contracts-know-zod-alone',
      'the browser, the services and the documentation all load the contracts',
      { path: '^packages/contracts/src', pathNot: TESTS },
      { dependencyTypes: ['npm', 'npm-dev', 'core'], pathNot: 'node_modules/zod/' },
    ),
    forbid('packages-know-no-app', 'packages lie under the apps', { path: '^packages/' }, { path: '^apps/' }),
    forbid(
      'apps-know-no-other-app',
      'only standalone, which joins the services in one process, may',
      { path: '^apps/([^/]+)/', pathNot: '^apps/standalone/' },
      { path: '^apps/', pathNot: '^apps/$1/' },
    ),
    forbid(
      'workspaces-meet-by-name',
      'what a workspace offers is its package exports, not its files',
      { path: '^((?:apps|packages)/[^/]+|e2e|attack)/' },
      { path: '^((?:apps|packages)/[^/]+|e2e|attack)/src/', pathNot: '^$1/' },
    ),
    forbid(
      'features-meet-at-their-door',
      "a service's feature folder shows its siblings only its index.ts, or its routes where they are all it offers",
      { path: '^apps/(api|location|status)/src/features/([^/]+)/' },
      {
        path: '^apps/$1/src/features/[^/]+/',
        pathNot: [
          '^apps/$1/src/features/$2/',
          '^apps/$1/src/features/(?<feature>[^/]+)/(?:index|\\k<feature>\\.routes)\\.ts$',
        ],
      },
    ),
    forbid(
      'web-features-meet-at-their-door',
      'a feature folder of the console shows the others only its index.ts, or the file with its name; only the table of pages loads from inside',
      { path: `${WEB}/(?:features/([^/]+)|pages|app)/`, pathNot: [TESTS, `${WEB}/app/pages\\.ts$`] },
      {
        path: `${WEB}/features/[^/]+/`,
        pathNot: [`${WEB}/features/$1/`, `${WEB}/features/(?<feature>[^/]+)/(?:index|\\k<feature>)\\.tsx?$`],
      },
    ),
    forbid(
      'product-knows-no-test',
      'tests and their tools stay out of what runs',
      { path: '^(apps|packages)/', pathNot: TESTS },
      { path: TESTS },
    ),
    forbid(
      'pages-know-no-app-frame',
      'the frame shows pages, pages do not reach for the frame',
      { path: `${WEB}/pages/`, pathNot: TESTS },
      { path: `${WEB}/app/` },
    ),
    forbid(
      'web-features-know-no-page',
      'pages are made of features',
      { path: `${WEB}/features/`, pathNot: TESTS },
      { path: `${WEB}/(pages|app)/` },
    ),
    forbid(
      'web-ground-floor-imports-down',
      'map-engine, the drawing surface, ui and lib lie under features and pages',
      { path: `${WEB}/(map-engine|drawing-surface|ui|lib)/`, pathNot: TESTS },
      { path: `${WEB}/(features|pages|app)/` },
    ),
    forbid(
      'web-knows-contracts-alone',
      "the console's only tie to the services is the contract",
      { path: WEB },
      { path: '^packages/', pathNot: '^packages/contracts/' },
    ),
    forbid(
      'map-engine-stands-alone',
      'the engine draws and answers pointers: no React, no HTTP, no parts of the console but the design tokens',
      { path: `${WEB}/map-engine/`, pathNot: TESTS },
      {
        path: [
          `${WEB}/(?!map-engine/|ui/tokens\\.ts$)`,
          'node_modules/(react|react-dom|react-router|antd|@tanstack|@ant-design|lucide-react|echarts|fabric)/',
          '^packages/contracts/dist/client\\.',
        ],
      },
    ),
  ],
  options: {
    // TypeScript 5, which pnpm-workspace.yaml provides for this tool alone: version 7 has no parser API.
    parser: 'tsc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: ['node_modules', '/dist/'] },
    exclude: { path: ['\\.css$'] },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
    },
  },
}
