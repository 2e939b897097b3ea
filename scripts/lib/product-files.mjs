import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { at, workspaces } from './paths.mjs'
import { makeReadable } from './readable-files.mjs'
import { runCommand } from './run-command.mjs'

/** Files of a build that only developers read. */
const LEFT_OUT = /(\.test\.(js|d\.ts)(\.map)?|\.d\.ts|\.tsbuildinfo)$/
const STANDALONE = '@wardtrack/standalone'

/**
 * Copies the built product without sources, tests and types. The folders stay the same, so that paths between them
 * stay valid.
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
 * Installs the packages that run the product into a copy, as the lockfile names them. It uses the download cache
 * where it can, removes files that only the installation needed, and makes all files readable.
 * @param {string} target result of {@link copyProduct}
 * @returns {Promise<boolean>} true when all packages are installed
 */
export async function installPackages(target) {
  const args = ['install', '--prod', '--frozen-lockfile', '--prefer-offline', '--filter', `${STANDALONE}...`]
  // Files are copied: links to the download cache would change with it.
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
