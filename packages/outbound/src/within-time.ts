/** How long something may take, and what ends it before. */
type TimeLimit = {
  /** milliseconds */
  timeoutMs: number
  /** of the process or the worker: it lives longer than what is run */
  stopped: AbortSignal
}

/**
 * Runs something with a signal that is aborted when its time is over or everything stops. Node forgets a timeout that is part
 * of `AbortSignal.any` as soon as it collects garbage (nodejs/node#57736), and keeps such signals for as long as the others that
 * they are made of: a receiver that hangs would hold its delivery for good.
 * @throws what it throws, and a `TimeoutError` in its place when its time was over
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
