import { type Call, messages, type RouteSpec, variantOf } from '@wardtrack/contracts'
import {
  ApiError,
  type Authorize,
  forbidden,
  type Request,
  type Response,
  unauthenticated,
} from '@wardtrack/service-kit'
import type { Actor, KeyActor, SessionActor } from './actor.ts'
import type { IngestKeys } from './ingest-keys.ts'
import type { Providers } from './providers.ts'
import { holdsAny } from './rights.ts'
import type { Sessions } from './sessions.ts'

/**
 * Creates the only function that allows or refuses a call, by the call's declaration. A call is public, or needs a
 * session, a page among the session's allowed routes, or an ingestion key with the scope. Headers about the page are
 * ignored.
 */
export function createAuthorize(parts: {
  sessions: Sessions
  keys: IngestKeys
  providers: Providers
  /** the caller's address */
  addressOf: (request: Request) => string
}): Authorize<Actor> {
  return (call: Call, request, response) => {
    const { access } = call.route
    if (access.kind === 'public') return { kind: 'public' }
    if (access.kind === 'key') return authorizeKey(parts, request, access.scope)
    return authorizeSession(parts.sessions, call, request, response)
  }
}

async function authorizeSession(
  sessions: Sessions,
  call: Call,
  request: Request,
  response: Response,
): Promise<SessionActor> {
  const token = bearerOf(request)
  if (!token) throw unauthenticated()
  const { actor, newToken } = await sessions.authenticate(token)
  if (newToken) response.setHeader('TokenChanged', `${newToken}_${token}`)
  checkSession(call.route, actor)
  const variant = variantOf(call, request.params)
  if (variant && !holdsAny(actor.allowedRoutes, variant.pages)) throw forbidden()
  return actor
}

function checkSession(route: RouteSpec, actor: SessionActor): void {
  if (actor.setup && !route.openDuringSetup?.includes(actor.setup))
    throw new ApiError(
      'setup_required',
      actor.setup === 'password' ? messages.passwordToChange : messages.secondFactorToSetUp,
    )
  if (!actor.configured) {
    if (actor.builtIn && route.openUnconfigured) return
    throw new ApiError('not_configured', messages.notConfigured)
  }
  if (route.access.kind === 'pages' && !holdsAny(actor.allowedRoutes, route.access.pages)) throw forbidden()
}

/**
 * Authorizes a key. It answers without waiting when the key was looked up a moment ago and has no provider: thousands
 * of requests arrive in a second.
 */
function authorizeKey(
  parts: { keys: IngestKeys; providers: Providers; addressOf: (request: Request) => string },
  request: Request,
  scope: KeyActor['scopes'][number],
): KeyActor | Promise<KeyActor> {
  const key = bearerOf(request) ?? request.headers['x-api-key']
  if (typeof key !== 'string' || key === '') throw unauthenticated(messages.unknownKey)
  const known = parts.keys.cachedActor(key)
  if (!known)
    return parts.keys
      .authenticate(key, parts.addressOf(request))
      .then((actor) => checkKey(parts.providers, actor, scope))
  return checkKey(parts.providers, known, scope)
}

function checkKey(
  providers: Providers,
  actor: KeyActor,
  scope: KeyActor['scopes'][number],
): KeyActor | Promise<KeyActor> {
  if (!actor.scopes.includes(scope)) throw forbidden(messages.scopeMissing)
  if (!actor.provider) return actor
  return providers.isDisabled(actor.provider).then((disabled) => {
    if (disabled) throw new ApiError('provider_disabled', messages.providerDisabled)
    return actor
  })
}

/** Returns the bearer token or key of a request. */
export function bearerOf(request: Request): string | undefined {
  const { authorization } = request.headers
  return authorization === undefined ? undefined : /^Bearer ([^\s]{1,4096})$/i.exec(authorization)?.[1]
}
