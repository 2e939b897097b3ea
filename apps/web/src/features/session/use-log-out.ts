import { api } from '../../lib/api.ts'
import { endSession } from '../../lib/session/end-session.ts'
import { session } from '../../lib/session/index.ts'

/**
 * Logs out at the server and here. When the server cannot be told, the browser forgets the session all the same: on a
 * shared workstation Log Out has to work, and the token ends by itself.
 */
export function useLogOut(): () => void {
  return () => {
    const record = session.read()
    if (!record) return
    const forget = (): void => endSession('logout')
    api
      .call('logout', { body: { username: record.userName, accessToken: record.AccessToken } })
      .then(forget, forget)
  }
}
