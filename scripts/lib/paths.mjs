import { existsSync, readdirSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The repository's root, absolute. */
export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..')

/** An absolute path inside the repository. */
export const at = (...parts) => join(ROOT, ...parts)

/** Where the commands keep what they remember between runs. Gone with node_modules, so a new install starts clean. */
export const MEMORY = at('node_modules', '.wardtrack')

/**
 * Environment for the tools the commands start: their programs on PATH (turbo looks for pnpm there), nothing that
 * phones home, nothing that asks.
 */
export const toolEnvironment = (extra = {}) => ({
  ...process.env,
  PATH: [at('node_modules', '.bin'), process.env.PATH ?? ''].join(delimiter),
  TURBO_TELEMETRY_DISABLED: '1',
  TURBO_NO_UPDATE_NOTIFIER: '1',
  DO_NOT_TRACK: '1',
  NPM_CONFIG_UPDATE_NOTIFIER: 'false',
  ...extra,
})

/** Sources below a folder without tests and what only tests use, absolute. */
export const productSources = (folder) =>
  readdirSync(folder, { recursive: true })
    .filter((name) => name.endsWith('.ts') && !/\.test\.ts$|(^|\/)testing\//.test(name))
    .map((name) => join(folder, name))

/** Folders of the workspaces, relative to the root: every folder with a package.json in apps, packages, e2e and attack. */
export const workspaces = () =>
  ['apps', 'packages']
    .flatMap((group) => readdirSync(at(group)).map((name) => `${group}/${name}`))
    .concat('e2e', 'attack')
    .filter((folder) => existsSync(at(folder, 'package.json')))
