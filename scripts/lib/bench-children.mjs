import { spawn } from 'node:child_process'
import { isAbsolute } from 'node:path'
import { createInterface } from 'node:readline'
import { at } from './paths.mjs'

const START_MS = 30_000

/**
 * Starts a Node process and waits for a line of its output that contains its address.
 * @param {string} script path below the repository, or absolute
 * @param {Record<string, string>} env
 * @param {string[]} nodeOptions options of Node itself, for profiling
 * @param {number} startMs time limit of the start in milliseconds
 * @returns {Promise<{ url: string, pid: number, stop: () => Promise<void> }>}
 */
export async function startListening(script, env, nodeOptions = [], startMs = START_MS) {
  const child = spawn(process.execPath, [...nodeOptions, isAbsolute(script) ? script : at(script)], {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const url = await new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`${script} did not start`)), startMs)
    child.once('exit', (code) => reject(new Error(`${script} ended with code ${code}`)))
    createInterface({ input: child.stdout }).on('line', (line) => {
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0]
      if (!found) return
      clearTimeout(late)
      resolve(found)
    })
  })
  return {
    url,
    pid: child.pid,
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}
