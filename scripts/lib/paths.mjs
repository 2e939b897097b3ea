import { existsSync, readdirSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The repository's root, absolute. */
export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..')

/** Returns an absolute path inside the repository. */
export const at = (...parts) => join(ROOT, ...parts)

/**
 * Folder in which commands remember data between runs. It is deleted with node_modules, so a new install starts
 * fresh.
 */
export const MEMORY = at('node_modules', '.wardtrack')

/**
 * Environment of the tools that commands start. PATH includes their programs, because turbo looks for pnpm there. The
 * tools send no telemetry and ask no questions.
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

/** Returns the sources below a folder without tests and code that only tests use, absolute. */
export const productSources = (folder) =>
  readdirSync(folder, { recursive: true })
    .filter((name) => name.endsWith('.ts') && !/\.test\.ts$|(^|\/)testing\//.test(name))
    .map((name) => join(folder, name))

/**
 * Returns the folders of the workspaces, relative to the root: all with a package.json in apps, packages, e2e and
 * attack.
 */
export const workspaces = () =>
  ['apps', 'packages']
    .flatMap((group) => readdirSync(at(group)).map((name) => `${group}/${name}`))
    .concat('e2e', 'attack')
    .filter((folder) => existsSync(at(folder, 'package.json')))
