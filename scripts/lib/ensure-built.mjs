import { existsSync } from 'node:fs'
import { fingerprintOf, recall, remember } from './fingerprint.mjs'
import { oneAtATime } from './one-at-a-time.mjs'
import { at, workspaces } from './paths.mjs'
import { runCommand } from './run-command.mjs'

// What more than one workspace's build depends on.
const SHARED = ['package.json', 'pnpm-lock.yaml', 'tsconfig.base.json', 'turbo.json']

const SCOPES = {
  /** what `npm start` runs: the console and the standalone process with all they import */
  start: {
    folders: () => workspaces().filter((folder) => folder !== 'e2e'),
    // Without the console's types: its build does not need them, and a first start should not wait for them.
    tasks: ['build', '--filter=@wardtrack/standalone...', '--filter=@wardtrack/web...'],
  },
  /** every workspace, tests included */
  all: { folders: workspaces, tasks: ['build', 'types'] },
}

/**
 * Builds what changed. When nothing did, it says so from a fingerprint of the sources without starting turbo.
 * @param {'start' | 'all'} scope
 * @returns {Promise<number>} 0, or the build's exit code
 */
export async function ensureBuilt(scope) {
  if (isBuilt(scope)) return 0
  return oneAtATime(async () => {
    if (isBuilt(scope)) return 0
    console.log('Building (the first time this takes up to a minute)')
    // Taken before the build: a file written meanwhile is built again the next time.
    const before = sourcesOf(scope)
    const startBefore = sourcesOf('start')
    const code = await runCommand('turbo', [
      'run',
      ...SCOPES[scope].tasks,
      '--output-logs=errors-only',
      '--continue=dependencies-successful',
    ])
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
