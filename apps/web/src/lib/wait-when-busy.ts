/** Maximum number of retries of one request. */
const MAX_TRIES = 5
/** Maximum wait before a retry; longer waits are reported to the user. */
const MAX_WAIT_SECONDS = 60
/** Random delay that spreads requests which were refused together. */
const SPREAD_MS = 500

/**
 * A `fetch` that waits while the server is overloaded (429 `overloaded` with `Retry-After`) and then resends the
 * request, which had no effect. Every other answer is returned unchanged, including a refused sign-in.
 * @throws AbortError if its signal aborts, also during the wait
 */
export const waitWhenBusy =
  (send: typeof fetch): typeof fetch =>
  async (input, init) => {
    for (let tries = 1; ; tries += 1) {
      const answer = await send(input, init)
      const seconds = await secondsToWait(answer)
      if (seconds === undefined || tries === MAX_TRIES) return answer
      await wait(seconds * 1000 + Math.random() * SPREAD_MS, init?.signal ?? undefined)
    }
  }

async function secondsToWait(answer: Response): Promise<number | undefined> {
  const seconds = Number(answer.headers.get('Retry-After') ?? Number.NaN)
  if (answer.status !== 429 || !(seconds >= 0 && seconds <= MAX_WAIT_SECONDS)) return undefined
  const body: unknown = await answer
    .clone()
    .json()
    .catch(() => undefined)
  const isBusy = typeof body === 'object' && body !== null && 'code' in body && body.code === 'overloaded'
  return isBusy ? seconds : undefined
}

/** Creates an error that is identified by its name, like that of `fetch`. */
const aborted = (): Error => Object.assign(new Error(), { name: 'AbortError' })

function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(aborted())
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    const stop = (): void => {
      clearTimeout(timer)
      reject(aborted())
    }
    signal?.addEventListener('abort', stop)
  })
}
