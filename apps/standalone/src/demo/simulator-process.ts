import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Logger } from '@wardtrack/service-kit'

const SIMULATOR = fileURLToPath(
  new URL('../../../../packages/demo-hospital/dist/simulate.js', import.meta.url),
)
const RESTART_MS = 5_000

/** A running simulator. */
export type Simulator = { stop(): Promise<void> }

/**
 * Runs the feed simulator as a process of its own: it knows the product only over HTTP, like any integrator. It is
 * started again when it ends by itself.
 * @param key its ingestion key, handed over in the environment and not on the command line
 */
export function runSimulator(options: { url: string; key: string; log: Logger }): Simulator {
  let stopped = false
  let child: ChildProcess | undefined
  let restart: NodeJS.Timeout | undefined
  const start = (): void => {
    child = spawn(
      process.execPath,
      ['--max-old-space-size=96', SIMULATOR, '--url', options.url, '--seeding', 'off'],
      {
        env: { WARDTRACK_INGEST_KEY: options.key },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    )
    child.stdout?.on('data', (text: Buffer) => options.log.debug({ simulator: text.toString().trim() }))
    child.stderr?.on('data', (text: Buffer) => options.log.warn({ simulator: text.toString().trim() }))
    child.once('exit', (code) => {
      child = undefined
      if (stopped) return
      options.log.warn({ code }, 'the simulator ended and is started again')
      restart = setTimeout(start, RESTART_MS)
    })
  }
  start()
  return {
    stop: async () => {
      stopped = true
      clearTimeout(restart)
      const running = child
      if (!running) return
      const gone = new Promise((resolve) => running.once('exit', resolve))
      running.kill('SIGTERM')
      const late = setTimeout(() => running.kill('SIGKILL'), 3_000)
      await gone
      clearTimeout(late)
    },
  }
}
