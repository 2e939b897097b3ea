import { CallError, createClient } from '@wardtrack/contracts/client'
import { pageOfHash } from './page-of-hash.ts'
import { session } from './session/index.ts'

export { CallError }

const endedListeners = new Set<() => void>()

/** Hears of every answer 401, which ends the session whatever call it came from (1 §4). */
export function onUnauthenticated(listener: () => void): () => void {
  endedListeners.add(listener)
  return () => endedListeners.delete(listener)
}

/**
 * The console's one client. Each request carries the bearer token and the page it was made from; each answer may
 * bring a new token. `verify` is left out of the 401 rule: there it only means a wrong password.
 */
export const api = createClient({
  bases: { api: '/api', location: '/location/api', status: '/status/api', root: '' },
  headers: () => session.headers(`/${pageOfHash(window.location.hash)}`),
  onResponse: (response, name) => {
    session.rotate(response.headers.get('TokenChanged'))
    if (response.status !== 401 || name === 'verify') return
    for (const listener of endedListeners) listener()
  },
})
