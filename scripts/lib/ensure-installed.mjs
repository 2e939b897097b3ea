import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { recall, remember } from './fingerprint.mjs'
import { oneAtATime } from './one-at-a-time.mjs'
import { at } from './paths.mjs'
import { runCommand } from './run-command.mjs'

/**
 * Installs the packages of the lockfile, unless they are installed already. The registry provides pnpm
 * through npx, because a new machine has only npm, and corepack does not work with registry mirrors. Ends the process when the
 * install fails.
 */
export async function ensureInstalled() {
  refuseOldNode()
  if (isInstalled()) return
  await oneAtATime(async () => {
    if (isInstalled()) return
    console.log('Installing packages (the first time this takes up to a minute)')
    const code = await runCommand('npx', [
      '--yes',
      packageManager(),
      'install',
      '--frozen-lockfile',
      // A node_modules of another layout is replaced without asking: nobody may be there to answer.
      '--config.confirmModulesPurge=false',
      '--reporter=append-only',
    ])
    if (code !== 0) {
      console.error('The packages could not be installed. Is the npm registry within reach?')
      process.exit(code)
    }
    remember('installed', fingerprint())
  })
}

/** Refuses an old Node. npm only warns about it, and the later error would not name the cause. */
function refuseOldNode() {
  const { engines } = JSON.parse(readFileSync(at('package.json'), 'utf8'))
  const wanted = engines.node.replace(/^\D+/, '')
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const [leastMajor = 0, leastMinor = 0] = wanted.split('.').map(Number)
  if (major > leastMajor || (major === leastMajor && minor >= leastMinor)) return
  console.error(`Node ${wanted} or newer is needed; this is ${process.versions.node}.`)
  process.exit(1)
}

const isInstalled = () =>
  existsSync(at('node_modules', '.modules.yaml')) && recall('installed') === fingerprint()

/** Returns the fingerprint of the lockfile and the platform that decides on its optional native packages. */
const fingerprint = () =>
  [
    createHash('sha256')
      .update(readFileSync(at('pnpm-lock.yaml')))
      .digest('hex'),
    process.platform,
    process.arch,
    process.versions.modules,
  ].join(' ')

/** Returns the package manager with its version, as package.json names it: `pnpm@x.y.z`. */
const packageManager = () => JSON.parse(readFileSync(at('package.json'), 'utf8')).packageManager
