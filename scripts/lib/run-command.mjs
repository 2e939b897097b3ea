import { spawn } from 'node:child_process'
import { ROOT, toolEnvironment } from './paths.mjs'

/**
 * Runs a program in the repository's root with its output passed on.
 * @param {string} program a program on PATH or in node_modules/.bin
 * @param {string[]} args
 * @param {{ env?: Record<string, string> }} options more environment
 * @returns {Promise<number>} its exit code; 127 when it cannot be started, 1 when a signal ended it
 */
export const runCommand = (program, args, options = {}) =>
  new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: ROOT,
      env: toolEnvironment(options.env),
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    child.on('error', (error) => {
      console.error(`${program} could not be started: ${error.message}`)
      resolve(127)
    })
    child.on('exit', (code) => resolve(code ?? 1))
  })
