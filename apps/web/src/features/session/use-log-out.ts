import { api } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'
import { endSession } from '../../lib/session/end-session.ts'
import { session } from '../../lib/session/index.ts'

/**
 * Logs out at the server and here. When the server cannot be told, the browser forgets the session all the same: on a
 * shared workstation Log Out has to work, and the token ends by itself. What is still being fetched is broken off before:
 * it would be answered that the session has ended.
 */
export function useLogOut(): () => void {
  return () => {
    const record = session.read()
    if (!record) return
    const forget = (): void => endSession('logout')
    void queryClient
      .cancelQueries()
      .then(() =>
        api.call('logout', { body: { username: record.userName, accessToken: record.AccessToken } }),
      )
      .then(forget, forget)
  }
}
