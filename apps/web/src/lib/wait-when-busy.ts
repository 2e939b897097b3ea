/** Times that one request is sent again. */
const MAX_TRIES = 5
/** A longer wait than this is said to the user instead. */
const MAX_WAIT_SECONDS = 60
/** Requests that were refused together do not come back together. */
const SPREAD_MS = 500

/**
 * A `fetch` that waits while the server asks for patience (429 `overloaded` with `Retry-After`) and then sends the
 * request again: nothing of it was carried out. Every other answer is given as it came, a refused sign-in among them.
 * @throws AbortError when its signal aborts, also while it waits
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

/** Told from other errors by its name, as that of `fetch` is. */
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
