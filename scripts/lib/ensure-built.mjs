import { existsSync } from 'node:fs'
import { fingerprintOf, recall, remember } from './fingerprint.mjs'
import { oneAtATime } from './one-at-a-time.mjs'
import { at, workspaces } from './paths.mjs'
import { runCommand } from './run-command.mjs'

// Files that the builds of several workspaces depend on.
const SHARED = ['package.json', 'pnpm-lock.yaml', 'tsconfig.base.json', 'turbo.json']

const SCOPES = {
  /** the parts that `npm start` runs: the console and the standalone process with their imports */
  start: {
    folders: () => workspaces().filter((folder) => !['e2e', 'attack'].includes(folder)),
    build: buildToRun,
  },
  /** every workspace, tests included */
  all: { folders: workspaces, build: buildAll },
}

/**
 * Compiles without type checks, which take two thirds of a first start and do not help people who only run the
 * product. The compiler records what it did not check, and the build of everything checks it later.
 */
async function buildToRun() {
  const emit = (project) => runCommand('tsc', ['-b', project, '--noCheck'])
  // The console's bundle includes the compiled contracts.
  const contracts = await emit('packages/contracts')
  if (contracts !== 0) return contracts
  const vite = at('apps', 'web', 'node_modules', 'vite', 'bin', 'vite.js')
  const bundle = (options) =>
    runCommand('node', [vite, 'build', '--logLevel', 'warn', ...options], { cwd: at('apps', 'web') })
  // The script for older browsers is built first, because the page names it.
  const bundleConsole = async () => {
    const code = await bundle(['--config', 'vite.legacy.config.ts'])
    return code === 0 ? bundle([]) : code
  }
  const codes = await Promise.all([emit('apps/standalone'), bundleConsole()])
  return codes.find((code) => code !== 0) ?? 0
}

function buildAll() {
  return runCommand('turbo', [
    'run',
    'build',
    'types',
    '--output-logs=errors-only',
    '--continue=dependencies-successful',
  ])
}

/**
 * Builds changed workspaces. A fingerprint of the sources detects changes without starting a tool.
 * @param {'start' | 'all'} scope
 * @returns {Promise<number>} 0, or the build's exit code
 */
export async function ensureBuilt(scope) {
  if (isBuilt(scope)) return 0
  return oneAtATime(async () => {
    if (isBuilt(scope)) return 0
    console.log('Building (the first time this takes up to a minute)')
    // Taken before the build, so that a file written meanwhile is built the next time.
    const before = sourcesOf(scope)
    const startBefore = sourcesOf('start')
    const code = await SCOPES[scope].build()
    if (code !== 0) return code
    remember(`built-${scope}`, before)
    remember('built-start', startBefore)
    return 0
  })
}

const isBuilt = (scope) =>
  recall(`built-${scope}`) === sourcesOf(scope) &&
  SCOPES[scope].folders().every((folder) => existsSync(at(folder, 'dist')))

const sourcesOf = (scope) => fingerprintOf([...SHARED, ...SCOPES[scope].folders()].map((path) => at(path)))
