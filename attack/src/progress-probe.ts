/** Result of a probe: the milliseconds of each answer, sorted, and the failures. */
export type ProbeResult = { times: number[]; failures: string[] }

/**
 * Repeats an action until it is stopped, which shows the effect of an attack on other users.
 * @param probe rejects, or resolves with the fault of an answer, if any
 */
export function startProbe(probe: () => Promise<string | undefined>): { stop(): Promise<ProbeResult> } {
  const result: ProbeResult = { times: [], failures: [] }
  let stopped = false
  const running = (async () => {
    while (!stopped) {
      const started = performance.now()
      const failure = await probe().catch((error: unknown) => String(error))
      result.times.push(performance.now() - started)
      if (failure !== undefined) result.failures.push(failure)
    }
  })()
  return {
    stop: async () => {
      stopped = true
      await running
      result.times.sort((a, b) => a - b)
      return result
    },
  }
}

/** Returns a quantile of sorted numbers. @param share from 0 to 1 */
export const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN

/** Resolves after some milliseconds. */
export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
