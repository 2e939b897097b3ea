import { CallError, type Client, type ClientOptions, createClient } from '@wardtrack/contracts/client'
import { createEmitter } from './create-store.ts'
import { session } from './session/index.ts'
import { type UploadProgress, uploadFetch } from './upload-fetch.ts'
import { waitWhenBusy } from './wait-when-busy.ts'

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
