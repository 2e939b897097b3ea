/** Time limit of a run, and the signal that ends it earlier. */
type TimeLimit = {
  /** milliseconds */
  timeoutMs: number
  /** signal of the process or the worker, which lives longer than the run */
  stopped: AbortSignal
}

/**
 * Runs a function with a signal that aborts on timeout or stop. `AbortSignal.any` is not used: Node forgets its
 * timeout on a garbage collection (nodejs/node#57736), so that a hanging receiver would hold its delivery forever.
 * Node also keeps such signals as long as their source signals.
 * @throws the function's error, or a `TimeoutError` after the timeout
 */
export async function withinTime<T>(
  { timeoutMs, stopped }: TimeLimit,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const control = new AbortController()
  const timedOut = new DOMException('The time for it is over.', 'TimeoutError')
  const timer = setTimeout(() => control.abort(timedOut), timeoutMs)
  const stop = (): void => control.abort(stopped.reason)
  stopped.addEventListener('abort', stop)
  if (stopped.aborted) stop()
  try {
    return await run(control.signal)
  } catch (error) {
    throw control.signal.reason === timedOut ? timedOut : error
  } finally {
    clearTimeout(timer)
    stopped.removeEventListener('abort', stop)
  }
}
