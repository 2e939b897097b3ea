import { accessQuery } from '../../lib/access.ts'
import { api, CallError } from '../../lib/api.ts'
import { translate } from '../../lib/i18n/i18n.ts'
import { serverText } from '../../lib/i18n/server-text.ts'
import { queryClient } from '../../lib/query-client.ts'
import { session } from '../../lib/session/index.ts'

/** Where a person goes after signing in, or the message that the form shows. */
export type SignInResult = { readonly to: string } | { readonly message: string }

/** Signs in and stores the session. Never throws: every failure has its message. */
export async function signIn(username: string, password: string): Promise<SignInResult> {
  try {
    const answer = await api.call('verify', {
      body: { username, password, authenticationMethod: 'Password' },
    })
    if (!answer.AccessToken) return { message: translate('messages:someError') }
    session.start({ AccessToken: answer.AccessToken, userName: answer.username, sessionId: answer.sessionId })
    return { to: await firstPage() }
  } catch (cause) {
    return {
      message: cause instanceof CallError ? serverText(cause.message) : translate('messages:failedToConnect'),
    }
  }
}

/** Devices, or privilege-settings while the system is not configured. The guard asks again if this call fails. */
async function firstPage(): Promise<string> {
  try {
    const { configured } = await queryClient.fetchQuery(accessQuery())
    return configured ? '/devices' : '/privilege-settings'
  } catch {
    return '/devices'
  }
}
