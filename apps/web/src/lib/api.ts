import { CallError, type Client, type ClientOptions, createClient } from '@wardtrack/contracts/client'
import { createEmitter } from './create-store.ts'
import { session } from './session/index.ts'
import { type UploadProgress, uploadFetch } from './upload-fetch.ts'
import { waitWhenBusy } from './wait-when-busy.ts'

export { CallError }

const unauthenticated = createEmitter()

/** Called on every answer 401, which ends the session whatever call it came from. Returns unsubscribe. */
export const onUnauthenticated = unauthenticated.subscribe

const setupRequired = createEmitter()

/** Hears of every answer that says that the account has to be set up before it opens anything. Returns unsubscribe. */
export const onSetupRequired = setupRequired.subscribe

/** Whether an answer says that the account has to be set up first: a password of one's own, an authenticator app. */
export const isSetupRequired = (cause: unknown): boolean =>
  cause instanceof CallError && cause.code === 'setup_required'

/** Page name of a hash address, without parameters: `#/asset-detail;type=Equipment;id=1` is `asset-detail`. */
function pageOfHash(hash: string): string {
  const path = hash.replace(/^#?\/?/, '')
  return path.split(/[;?]/, 1)[0] ?? ''
}

/**
 * Each request carries the bearer token and the page it was made from; each answer may bring a new token. `verify` is
 * left out of the 401 rule: there it only means a wrong password. While the server asks for patience, requests wait.
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

/** The console's one client. */
export const api: Client = {
  call: (name, ...request) => watchSetup(client.call(name, ...request)),
  open: (name, ...request) => watchSetup(client.open(name, ...request)),
}

/** The same for a request whose body takes a while: `progress` is called with how much of it has gone out. */
export const apiWithProgress = (progress: UploadProgress): Client =>
  createClient({ ...options, fetch: waitWhenBusy(uploadFetch(progress)) })
