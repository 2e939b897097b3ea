import { spawnSync } from 'node:child_process'
import { homedir } from 'node:os'
import { join } from 'node:path'

/** Folder that keeps slowly created files for later runs. */
export const CACHE = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'wardtrack-containers')

const MAX_OUTPUT = 64 * 1024 ** 2

/**
 * Runs a program to its end.
 * @param {string} program
 * @param {string[]} args
 * @param {import('node:child_process').SpawnSyncOptions} options
 * @returns {string} its output
 * @throws with both outputs when it fails
 */
export function run(program, args, options = {}) {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    encoding: 'utf8',
    maxBuffer: MAX_OUTPUT,
    ...options,
  })
  if (status === 0) return stdout
  throw new Error(
    `${program} ${args.join(' ')}: ${error?.message ?? `exit code ${status}`}\n${String(stdout)}\n${String(stderr)}`,
  )
}

/** Returns true if a program runs without an error. */
export const succeeds = (program, args, options = {}) => spawnSync(program, args, options).status === 0
