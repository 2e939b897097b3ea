import { FIRST_PAGE, firstPage, SETUP_PATH } from '../../lib/access.ts'
import { api, CallError } from '../../lib/api.ts'
import { translate } from '../../lib/i18n/i18n.ts'
import { serverText } from '../../lib/i18n/server-text.ts'
import type { EndedSession } from '../../lib/session/end-session.ts'
import { session } from '../../lib/session/index.ts'
import { takeWantedPath } from '../../lib/session/wanted-path.ts'

/** Result of a sign-in: the next path, the message for the form, or the request for a code. */
type SignInResult = { readonly to: string } | { readonly message: string } | { readonly asksForCode: true }

/** Credentials of a sign-in. */
export interface Credentials {
  readonly username: string
  readonly password: string
  /** Code of an authenticator app, or a recovery code. */
  readonly code?: string
}

const PATHS_OF_SIGNING_IN: readonly string[] = ['/login', '/create', SETUP_PATH]

/**
 * Returns the path after a sign-in: an address opened without a session, or the page of the same user's ended
 * session, else the first page.
 */
async function pathAfter(username: string, ended: EndedSession | undefined): Promise<string> {
  const first = await firstPage()
  const wanted = takeWantedPath()
  if (first === FIRST_PAGE && wanted !== undefined) return wanted
  if (first !== FIRST_PAGE || !ended || ended.reason === 'logout' || ended.userName !== username) return first
  return ended.path === '' || PATHS_OF_SIGNING_IN.includes(ended.path) ? first : ended.path
}

/**
 * Signs in and stores the session. Never throws: every failure has its message.
 * @param ended previous session, if it ended while this tab was open
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
    // The password was accepted a moment ago, so the code is wrong.
    const isWrongCode = credentials.code !== undefined && cause.code === 'invalid_credentials'
    return { message: isWrongCode ? translate('messages:wrongCode') : serverText(cause.message) }
  }
}
