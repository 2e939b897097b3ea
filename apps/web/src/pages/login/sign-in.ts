import { FIRST_PAGE, firstPage, SETUP_PATH } from '../../lib/access.ts'
import { api, CallError } from '../../lib/api.ts'
import { translate } from '../../lib/i18n/i18n.ts'
import { serverText } from '../../lib/i18n/server-text.ts'
import type { EndedSession } from '../../lib/session/end-session.ts'
import { session } from '../../lib/session/index.ts'
import { takeWantedPath } from '../../lib/session/wanted-path.ts'

/** Where a person goes after signing in, the message that the form shows, or that a code is asked for. */
type SignInResult = { readonly to: string } | { readonly message: string } | { readonly asksForCode: true }

/** What a person signs in with. */
export interface Credentials {
  readonly username: string
  readonly password: string
  /** Of an authenticator app, or a recovery code. */
  readonly code?: string
}

const PATHS_OF_SIGNING_IN: readonly string[] = ['/login', '/create', SETUP_PATH]

/** An address that was opened without a session; where a session that ended by itself is gone on with, by the person whose it was; else where people begin. */
async function pathAfter(username: string, ended: EndedSession | undefined): Promise<string> {
  const first = await firstPage()
  const wanted = takeWantedPath()
  if (first === FIRST_PAGE && wanted !== undefined) return wanted
  if (first !== FIRST_PAGE || !ended || ended.reason === 'logout' || ended.userName !== username) return first
  return ended.path === '' || PATHS_OF_SIGNING_IN.includes(ended.path) ? first : ended.path
}

/**
 * Signs in and stores the session. Never throws: every failure has its message.
 * @param ended the session before, if it ended while this page of the browser was open
 */
export async function signIn(
  credentials: Credentials,
  ended: EndedSession | undefined,
): Promise<SignInResult> {
  try {
    const body = { ...credentials, authenticationMethod: 'Password' as const }
    const answer = await api.call('verify', { body })
    if (!answer.AccessToken) return { message: translate('messages:someError') }
    session.start({ AccessToken: answer.AccessToken, userName: answer.username, sessionId: answer.sessionId })
    return { to: await pathAfter(answer.username, ended) }
  } catch (cause) {
    if (!(cause instanceof CallError)) return { message: translate('messages:failedToConnect') }
    if (cause.code === 'second_factor_required' && credentials.code === undefined)
      return { asksForCode: true }
    // The password was right a moment ago: it is the code that is not.
    const isWrongCode = credentials.code !== undefined && cause.code === 'invalid_credentials'
    return { message: isWrongCode ? translate('messages:wrongCode') : serverText(cause.message) }
  }
}
