/** What a probe saw: the milliseconds of each answer, sorted, and what was not answered as it should be. */
export type ProbeResult = { times: number[]; failures: string[] }

/**
 * Repeats something, one after the other, until it is told to stop: how somebody else fares during an attack.
 * @param probe rejects, or resolves with what is wrong with an answer, if anything is
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

/** A quantile of sorted numbers. @param share from 0 to 1 */
export const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN

/** Resolves after some milliseconds. */
export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
