import { CallError, type Client, type ClientOptions, createClient } from '@wardtrack/contracts/client'
import { createEmitter } from './create-store.ts'
import { translate } from './i18n/i18n.ts'
import { session } from './session/index.ts'

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
const waitWhenBusy =
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

/** Called with the sent share of a request's body, 0 to 1. */
type UploadProgress = (part: number) => void

function headersOf(request: XMLHttpRequest): Headers {
  const headers = new Headers()
  for (const line of request.getAllResponseHeaders().split('\r\n')) {
    const colon = line.indexOf(':')
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim())
  }
  return headers
}

/** Creates an error that is identified by its name, like that of `fetch`. */
const stopped = (): Error =>
  Object.assign(new Error(translate('common:upload.stopped')), { name: 'AbortError' })

/**
 * A `fetch` with progress of the upload, which the browser's `fetch` does not report. Bodies are texts and forms.
 * @throws TypeError if the server is not reached; AbortError if the signal aborts, as `fetch` does
 */
const uploadFetch =
  (progress: UploadProgress): typeof fetch =>
  (input, init = {}) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      const address = input instanceof Request ? input.url : String(input)
      request.open(init.method ?? 'GET', address)
      for (const [name, value] of new Headers(init.headers)) request.setRequestHeader(name, value)
      request.responseType = 'blob'
      const unreached = (): void => reject(new TypeError(translate('common:upload.unreached')))
      request.upload.addEventListener('progress', ({ lengthComputable, loaded, total }) => {
        if (lengthComputable && total > 0) progress(loaded / total)
      })
      request.addEventListener('load', () => {
        const { status, statusText } = request
        // These statuses have no body, and a Response refuses even an empty one.
        const body = status === 204 || status === 205 || status === 304 ? null : (request.response as Blob)
        resolve(new Response(body, { status, statusText, headers: headersOf(request) }))
      })
      request.addEventListener('error', unreached)
      request.addEventListener('timeout', unreached)
      request.addEventListener('abort', () => reject(stopped()))
      init.signal?.addEventListener('abort', () => request.abort(), { once: true })
      const { body } = init
      request.send(typeof body === 'string' || body instanceof FormData ? body : null)
    })

export { CallError }

const unauthenticated = createEmitter()

/**
 * Subscribes to answers 401, which end the session, whichever call gets them. Returns the function that unsubscribes.
 */
export const onUnauthenticated = unauthenticated.subscribe

const setupRequired = createEmitter()

/** Subscribes to responses that require the account setup. Returns the function that unsubscribes. */
export const onSetupRequired = setupRequired.subscribe

/** True if a response requires the account setup: a new password or an authenticator app. */
export const isSetupRequired = (cause: unknown): boolean =>
  cause instanceof CallError && cause.code === 'setup_required'

/**
 * Returns the page name of a hash address without parameters: `#/asset-detail;type=Equipment;id=1` is `asset-detail`.
 */
function pageOfHash(hash: string): string {
  const path = hash.replace(/^#?\/?/, '')
  return path.split(/[;?]/, 1)[0] ?? ''
}

/**
 * Each request carries the bearer token and its page; each response may bring a new token. `verify` is excluded from
 * the 401 rule, because there 401 only means a wrong password. Requests wait while the server is overloaded.
 */
const options: ClientOptions = {
  fetch: waitWhenBusy((input, init) => fetch(input, init)),
  bases: { api: '/api', location: '/location/api', status: '/status/api', root: '' },
  headers: () => session.headers(`/${pageOfHash(window.location.hash)}`),
  onResponse: (response, name) => {
    session.rotate(response.headers.get('TokenChanged'))
    if (response.status !== 401 || name === 'verify') return
    unauthenticated.emit()
  },
}

const client = createClient(options)

function watchSetup<T>(answer: Promise<T>): Promise<T> {
  answer.catch((cause: unknown) => {
    if (isSetupRequired(cause)) setupRequired.emit()
  })
  return answer
}

/** The console's API client. */
export const api: Client = {
  call: (name, ...request) => watchSetup(client.call(name, ...request)),
  open: (name, ...request) => watchSetup(client.open(name, ...request)),
}

/** Creates a client for requests with large bodies. `progress` is called with the sent share. */
export const apiWithProgress = (progress: UploadProgress): Client =>
  createClient({ ...options, fetch: waitWhenBusy(uploadFetch(progress)) })
