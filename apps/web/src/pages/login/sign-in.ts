import { firstPage } from '../../lib/access.ts'
import { api, CallError } from '../../lib/api.ts'
import { translate } from '../../lib/i18n/i18n.ts'
import { serverText } from '../../lib/i18n/server-text.ts'
import { session } from '../../lib/session/index.ts'

/** Where a person goes after signing in, the message that the form shows, or that a code is asked for. */
type SignInResult = { readonly to: string } | { readonly message: string } | { readonly asksForCode: true }

/** What a person signs in with. */
export interface Credentials {
  readonly username: string
  readonly password: string
  /** Of an authenticator app, or a recovery code. */
  readonly code?: string
}

/** Signs in and stores the session. Never throws: every failure has its message. */
export async function signIn(credentials: Credentials): Promise<SignInResult> {
  try {
    const body = { ...credentials, authenticationMethod: 'Password' as const }
    const answer = await api.call('verify', { body })
    if (!answer.AccessToken) return { message: translate('messages:someError') }
    session.start({ AccessToken: answer.AccessToken, userName: answer.username, sessionId: answer.sessionId })
    return { to: await firstPage() }
  } catch (cause) {
    if (!(cause instanceof CallError)) return { message: translate('messages:failedToConnect') }
    if (cause.code === 'second_factor_required' && credentials.code === undefined)
      return { asksForCode: true }
    // The password was right a moment ago: it is the code that is not.
    const isWrongCode = credentials.code !== undefined && cause.code === 'invalid_credentials'
    return { message: isWrongCode ? translate('messages:wrongCode') : serverText(cause.message) }
  }
}
