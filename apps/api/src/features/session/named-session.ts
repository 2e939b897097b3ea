import type { SessionActor } from '@wardtrack/access'
import { messages } from '@wardtrack/contracts'
import { invalid } from '@wardtrack/service-kit'

/**
 * Checks that what a sign-out names, if it names anything, is the session that asks (row 5). Any token of the session
 * will do: the client may hold one that was replaced while the request was on its way.
 * @throws Refusal 400
 */
export function checkNamedSession(
  actor: SessionActor,
  named: { username?: string | undefined; accessToken?: string | undefined },
): void {
  const errors = []
  if (named.username !== undefined && named.username.toLowerCase() !== actor.username.toLowerCase())
    errors.push({ path: 'username', message: messages.otherSession })
  if (named.accessToken !== undefined && sessionIdIn(named.accessToken) !== actor.sessionId)
    errors.push({ path: 'accessToken', message: messages.otherSession })
  if (errors.length > 0) throw invalid(errors)
}

/** The session a token speaks of. It is compared only, and grants nothing: the bearer token was checked already. */
function sessionIdIn(token: string): unknown {
  try {
    const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'))
    return typeof claims === 'object' && claims !== null ? Reflect.get(claims, 'sid') : undefined
  } catch {
    return undefined
  }
}
