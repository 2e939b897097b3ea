import { spawn } from 'node:child_process'
import { ROOT } from './paths.mjs'
import { closingTally } from './tally.mjs'

/** Number of final characters of an output that contain its closing line. */
const KEPT_CHARACTERS = 10_000

/**
 * Runs a command of the repository that ends with `N passed, N failed`, and passes its output on.
 * @param {string} program
 * @param {string[]} args
 * @param {Record<string, string>} env additional environment
 * @returns {Promise<{ passed: number, failed: number }>}
 */
export async function runTallied(program, args, env = {}) {
  const child = spawn(program, args, {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (text) => {
    process.stdout.write(text)
    output = (output + text).slice(-KEPT_CHARACTERS)
  })
  const passOn = (signal) => child.kill(signal)
  const signals = ['SIGHUP', 'SIGINT', 'SIGTERM']
  for (const signal of signals) process.on(signal, passOn)
  const code = await new Promise((resolve) => child.once('close', (status) => resolve(status ?? 1)))
  for (const signal of signals) process.off(signal, passOn)
  return closingTally(output, code)
}
