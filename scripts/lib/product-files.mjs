import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { at, workspaces } from './paths.mjs'
import { makeReadable } from './readable-files.mjs'
import { runCommand } from './run-command.mjs'

/** Files of a build that only developers read. */
const LEFT_OUT = /(\.test\.(js|d\.ts)(\.map)?|\.d\.ts|\.tsbuildinfo)$/
const STANDALONE = '@wardtrack/standalone'

/**
 * Copies the built product: the repository's folders as they are, without sources, tests and types, so that paths between
 * them stay true.
 * @param {string} target a new folder
 */
export function copyProduct(target) {
  mkdirSync(target, { recursive: true })
  for (const file of [
    'package.json',
    'pnpm-lock.yaml',
    'pnpm-workspace.yaml',
    'patches',
    'LICENSE',
    'THIRD-PARTY-NOTICES.md',
  ])
    cpSync(at(file), join(target, file), { recursive: true })
  for (const folder of workspaces()) {
    mkdirSync(join(target, folder), { recursive: true })
    cpSync(at(folder, 'package.json'), join(target, folder, 'package.json'))
    if (folder === 'e2e' || folder === 'attack') continue
    cpSync(at(folder, 'dist'), join(target, folder, 'dist'), {
      recursive: true,
      filter: (path) => !LEFT_OUT.test(path),
    })
  }
}

/**
 * Installs into a copy the packages that the lockfile names for running the product, from the download cache where they are
 * there, removes what only the installation needed, and makes all of it readable.
 * @param {string} target what {@link copyProduct} made
 * @returns {Promise<boolean>} whether all of them are there
 */
export async function installPackages(target) {
  const args = ['install', '--prod', '--frozen-lockfile', '--prefer-offline', '--filter', `${STANDALONE}...`]
  // Copies: links to the download cache would hold what others change there.
  const code = await runCommand(
    'pnpm',
    [...args, '--config.package-import-method=copy', '--reporter=silent'],
    { cwd: target },
  )
  if (code !== 0) return false
  const unused = ['e2e', 'attack', 'packages/test-kit', 'pnpm-lock.yaml', 'pnpm-workspace.yaml', 'patches']
  for (const path of [...unused, 'node_modules/.modules.yaml', 'node_modules/.pnpm/lock.yaml'])
    rmSync(join(target, path), { recursive: true, force: true })
  makeReadable(target)
  return true
}
