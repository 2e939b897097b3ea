import { api } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'
import { endSession } from '../../lib/session/end-session.ts'
import { session } from '../../lib/session/index.ts'

/**
 * Logs out on the server and in the browser. If the server is unreachable, the browser forgets the session
 * nevertheless: on a shared workstation Log Out must work, and the token expires. Pending requests are aborted first,
 * because their answers would report an ended session.
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
