import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { EmbeddedMongo } from './server/server.ts'
import { damagedStore } from './server/start-errors.ts'
import type { StoreSettings } from './store-settings.ts'

/** Store in a separate process; `exited` resolves with its exit code (null when a signal ended it). */
export type SpawnedMongo = EmbeddedMongo & { pid: number; exited: Promise<number | null> }

/**
 * Starts the store as a child process and resolves when it listens. Rejects with the child's message when it
 * cannot start, for instance because another process holds the data directory. The child ends with this process.
 */
export function spawnEmbeddedMongo(options: {
  dataDir: string
  settings?: Partial<StoreSettings>
}): Promise<SpawnedMongo> {
  const entry = fileURLToPath(new URL('../dist/main.js', import.meta.url))
  const args = ['--data', options.dataDir, '--settings', JSON.stringify(options.settings ?? {})]
  const child = fork(entry, args, {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: [],
  })
  const exited = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => reject(endedEarly(options.dataDir, code, signal)))
    child.on('message', (message: { ready?: { port: number; uri: string }; failed?: string }) => {
      if (message.failed !== undefined) reject(new Error(message.failed))
      if (!message.ready) return
      const close = async () => {
        if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
        await exited
      }
      resolve({ ...message.ready, pid: child.pid!, exited, close })
    })
  })
}

/** Signals that end a process whose mapped file is damaged. */
const CRASHES = ['SIGSEGV', 'SIGBUS', 'SIGABRT', 'SIGILL']

function endedEarly(dataDir: string, code: number | null, signal: NodeJS.Signals | null): Error {
  if (signal && CRASHES.includes(signal)) return damagedStore(dataDir, `opening it ended with ${signal}`)
  return new Error(`The embedded store ended with ${signal ?? `code ${code}`} before it listened`)
}
