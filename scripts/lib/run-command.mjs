import { spawn } from 'node:child_process'
import { ROOT, toolEnvironment } from './paths.mjs'

const PASSED_ON = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 }

/**
 * Runs a program and passes its output on. A signal that would end this process ends the program first, so that no
 * build or test outlives its command. Then this process ends, because turbo calls an interrupted build a success.
 * @param {string} program a program on PATH or in node_modules/.bin
 * @param {string[]} args
 * @param {{ env?: Record<string, string>, cwd?: string }} options additional environment; a folder other than the
 * repository's root
 * @returns {Promise<number>} its exit code; 127 when it cannot be started, 1 when a signal killed it
 */
export const runCommand = (program, args, options = {}) =>
  new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: options.cwd ?? ROOT,
      env: toolEnvironment(options.env),
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    let passedSignal
    const passOn = (signal) => {
      passedSignal = signal
      child.kill(signal)
    }
    for (const signal of Object.keys(PASSED_ON)) process.on(signal, passOn)
    const end = (code) => {
      for (const signal of Object.keys(PASSED_ON)) process.off(signal, passOn)
      if (passedSignal) process.exit(128 + PASSED_ON[passedSignal])
      resolve(code)
    }
    child.on('error', (error) => {
      console.error(`${program} could not be started: ${error.message}`)
      end(127)
    })
    child.on('exit', (code) => end(code ?? 1))
  })
