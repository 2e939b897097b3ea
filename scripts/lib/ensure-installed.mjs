import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { recall, remember } from './fingerprint.mjs'
import { oneAtATime } from './one-at-a-time.mjs'
import { at } from './paths.mjs'
import { runCommand } from './run-command.mjs'

/**
 * Installs what the lockfile names, unless that was done already. pnpm comes from the registry through npx, since a
 * new machine has npm alone and corepack does not get on with registry mirrors.
 * Ends the process when the install fails.
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
      // A node_modules of another layout is replaced without asking: there may be nobody to ask.
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

/** npm only warns about engines, and an old Node fails much later with an error that names something else. */
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

/** The lockfile and what decides which of its optional native packages are taken. */
const fingerprint = () =>
  [
    createHash('sha256')
      .update(readFileSync(at('pnpm-lock.yaml')))
      .digest('hex'),
    process.platform,
    process.arch,
    process.versions.modules,
  ].join(' ')

/** The package manager with its version, as package.json names it: `pnpm@x.y.z`. */
const packageManager = () => JSON.parse(readFileSync(at('package.json'), 'utf8')).packageManager
