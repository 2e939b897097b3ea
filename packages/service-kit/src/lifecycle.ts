import type { RequestListener, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Logger } from 'pino'
import type { Health } from './health.ts'
import { type ConnectionLimits, createHttpServer } from './http-server.ts'
import type { ServiceMetrics } from './metrics.ts'
import { withTimeLimit } from './time-limit.ts'

/** A running process: its address, and its stop. */
export type RunningServer = {
  server: Server
  url: string
  /** becomes unready, drains and closes within 10 s; safe to call twice */
  stop(): Promise<void>
}

/** Parts of a process to run. */
export type RunOptions = {
  app: RequestListener
  host: string
  port: number
  health: Health
  log: Logger
  /** called when the process begins to stop; ends work that never ends by itself (live streams) */
  onDrain?: readonly (() => void)[]
  /** called in this order after the last request was answered, so that no part loses its store too early */
  onClose: readonly (() => unknown)[]
  metrics?: ServiceMetrics
  /** replacements for the product's limits */
  connectionLimits?: Partial<ConnectionLimits>
  /** shorter ones in tests */
  limits?: ShutdownLimits
}

/** Time limits of stopping, in milliseconds. */
export type ShutdownLimits = {
  /** until connections with unfinished requests are cut off */
  drainMs: number
  /** for all parts to close */
  closeMs: number
  /** for one part to close, while total time remains */
  stepMs: number
  /** for one part to close, when no total time remains */
  leastStepMs: number
}

// Limits that stay under 10 s in sum, after which `stopOnSignals` ends the process.
const SHUTDOWN_LIMITS: ShutdownLimits = { drainMs: 4_000, closeMs: 4_000, stepMs: 2_500, leastStepMs: 100 }

/** Listens, becomes ready, and stops in order on SIGTERM or SIGINT. @throws when the port is taken */
export async function runServer(options: RunOptions): Promise<RunningServer> {
  const { connectionLimits, metrics } = options
  const server = createHttpServer(options.app, {
    ...(connectionLimits ? { limits: connectionLimits } : {}),
    ...(metrics ? { metrics } : {}),
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, options.host, resolve)
  })
  options.health.accepting = true
  let stopping: Promise<void> | undefined
  const stop = (): Promise<void> => {
    stopping ??= drain(server, options)
    return stopping
  }
  const { port } = server.address() as AddressInfo
  const host = options.host.includes(':') ? `[${options.host}]` : options.host
  return { server, url: `http://${host}:${port}`, stop }
}

/** Stops the process in order on a signal; a second signal ends it immediately. */
export function stopOnSignals(stop: () => Promise<void>, log: Logger): void {
  let stopping = false
  const onSignal = (signal: NodeJS.Signals): void => {
    if (stopping) process.exit(1)
    stopping = true
    log.info({ signal }, 'stopping')
    const late = setTimeout(() => process.exit(1), 10_000)
    late.unref()
    stop().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
}

async function drain(server: Server, options: RunOptions): Promise<void> {
  const limits = options.limits ?? SHUTDOWN_LIMITS
  options.health.accepting = false
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  const idle = setInterval(() => server.closeIdleConnections(), 50)
  const late = setTimeout(() => server.closeAllConnections(), limits.drainMs)
  for (const step of options.onDrain ?? []) await runStep(step, limits.stepMs, options.log)
  await closed
  clearInterval(idle)
  clearTimeout(late)
  const end = performance.now() + limits.closeMs
  for (const step of options.onClose) {
    // Each step gets at least the minimum time, however long the steps before it took.
    const stepMs = Math.max(limits.leastStepMs, Math.min(limits.stepMs, end - performance.now()))
    await runStep(step, stepMs, options.log)
  }
}

/** Runs one step of stopping. A step that fails or hangs does not prevent the next ones. */
async function runStep(step: () => unknown, limitMs: number, log: Logger): Promise<void> {
  try {
    await withTimeLimit((async () => step())(), limitMs)
  } catch (error) {
    log.error({ err: error }, 'a part did not close well')
  }
}
