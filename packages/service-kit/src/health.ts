import { calls } from '@wardtrack/contracts'
import type { ServiceMetrics } from './metrics.ts'
import { type ServedCall, serve } from './served-call.ts'
import { withTimeLimit } from './time-limit.ts'

/** Readiness of a process: named checks, and a switch for starting and draining. */
export type Health = {
  /**
   * Adds a check. It resolves when all is well, and rejects or returns false when not. A failed check that is not
   * required is reported, but the process stays ready: work that does not need it continues.
   */
  add(name: string, check: () => unknown, options?: { required?: boolean }): void
  /** true between start and stop */
  accepting: boolean
  read(): Promise<{ status: 'ok' | 'unavailable'; checks: Record<string, string> }>
}

const CHECK_LIMIT_MS = 2_000

/**
 * Creates the health of a process, which does not accept requests until `accepting` is set.
 * @param limitMs maximum time of a check in milliseconds, after which it counts as failed
 */
export function createHealth(limitMs = CHECK_LIMIT_MS): Health {
  const checks = new Map<string, () => Promise<boolean>>()
  const required = new Set<string>()
  const health: Health = {
    accepting: false,
    add: (name, check, options) => {
      if (options?.required ?? true) required.add(name)
      checks.set(name, limitCheck(check, limitMs))
    },
    read: async () => {
      const states = await Promise.all(
        [...checks].map(async ([name, check]) => [name, (await check()) ? 'ok' : 'unavailable'] as const),
      )
      const well = health.accepting && states.every(([name, state]) => state === 'ok' || !required.has(name))
      return {
        status: well ? 'ok' : 'unavailable',
        checks: { ...Object.fromEntries(states), accepting: health.accepting ? 'ok' : 'unavailable' },
      }
    },
  }
  return health
}

/**
 * Wraps a check so that it answers in time. A check that hangs is not started again while it hangs, however often the
 * wrapper is called.
 */
function limitCheck(check: () => unknown, limitMs: number): () => Promise<boolean> {
  let running: Promise<unknown> | undefined
  const run = async (): Promise<unknown> => {
    try {
      return await check()
    } finally {
      running = undefined
    }
  }
  return async () => {
    running ??= run()
    try {
      return (await withTimeLimit(running, limitMs)) !== false
    } catch {
      return false
    }
  }
}

/** Creates the calls that every process answers: liveness, readiness, metrics. */
export function operationsCalls<A>(health: Health, metrics: ServiceMetrics): ServedCall<A>[] {
  return [
    serve(calls.healthLive)<A>(() => ({ status: 'ok' as const })),
    serve(calls.healthReady)<A>(async (_input, { response }) => {
      const state = await health.read()
      response.setHeader('Cache-Control', 'no-store')
      response.status(state.status === 'ok' ? 200 : 503).json(state)
      return state
    }),
    serve(calls.metrics)<A>(async (_input, { response }) => {
      const text = await metrics.registry.metrics()
      response.setHeader('Cache-Control', 'no-store')
      response.type(metrics.registry.contentType).send(text)
      return text
    }),
  ]
}
