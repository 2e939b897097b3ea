import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Logger } from '@wardtrack/service-kit'

const SIMULATOR = fileURLToPath(
  new URL('../../../../packages/demo-hospital/dist/simulate.js', import.meta.url),
)
const RESTART_MS = 5_000
/** The store is already seeded, including the mapping of the locating systems. */
const SEEDED = ['--seeding', 'off', '--providers', 'on']

/** Options passed to the simulator. */
export type SimulatorOptions = {
  url: string
  /** its ingestion key, passed in the environment and not on the command line */
  key: string
  /** hours of coarse history that it sends first, so that histories are not empty */
  pastHours: number
  /** true to add neglected and missing equipment to the history */
  neglect: boolean
  log: Logger
}

/** A running simulator. */
export type Simulator = { stop(): Promise<void> }

/**
 * Runs the feed simulator as a separate process that knows the product only over HTTP, like any integrator. It is
 * restarted when it ends unexpectedly.
 */
export function runSimulator(options: SimulatorOptions): Simulator {
  let stopped = false
  let child: ChildProcess | undefined
  let restart: NodeJS.Timeout | undefined
  const start = (pastHours: number): void => {
    const past = pastHours > 0 ? ['--history', String(pastHours)] : []
    const neglect = options.neglect ? ['--neglect', 'on'] : []
    child = spawn(
      process.execPath,
      ['--max-old-space-size=96', SIMULATOR, '--url', options.url, ...SEEDED, ...neglect, ...past],
      {
        env: { WARDTRACK_INGEST_KEY: options.key, MALLOC_ARENA_MAX: '2' },
        // The closing channel notifies the simulator when this process ends for any reason.
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      },
    )
    child.stdout?.on('data', (text: Buffer) => options.log.debug({ simulator: text.toString().trim() }))
    child.stderr?.on('data', (text: Buffer) => options.log.warn({ simulator: text.toString().trim() }))
    child.once('exit', (code) => {
      child = undefined
      if (stopped) return
      options.log.warn({ code }, 'the simulator ended and is started again')
      restart = setTimeout(() => start(0), RESTART_MS)
    })
  }
  start(options.pastHours)
  return {
    stop: async () => {
      stopped = true
      clearTimeout(restart)
      const running = child
      if (!running) return
      const exited = new Promise((resolve) => running.once('exit', resolve))
      running.kill('SIGTERM')
      const late = setTimeout(() => running.kill('SIGKILL'), 3_000)
      await exited
      clearTimeout(late)
    },
  }
}
