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
  if (isInstalled()) return
  await oneAtATime(async () => {
    if (isInstalled()) return
    console.log('Installing packages (the first time this takes up to a minute)')
    const code = await runCommand('npx', [
      '--yes',
      packageManager(),
      'install',
      '--frozen-lockfile',
      '--reporter=append-only',
    ])
    if (code !== 0) {
      console.error('The packages could not be installed. Is the npm registry within reach?')
      process.exit(code)
    }
    remember('installed', wanted())
  })
}

const isInstalled = () => existsSync(at('node_modules', '.modules.yaml')) && recall('installed') === wanted()

/** The lockfile and what decides which of its optional native packages are taken. */
const wanted = () =>
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
