import { type Call, messages, type RouteSpec } from '@wardtrack/contracts'
import { forbidden, type Gate, Refusal, type Request, unauthenticated } from '@wardtrack/service-kit'
import type { Actor, KeyActor, SessionActor } from './actor.ts'
import type { IngestKeys } from './ingest-keys.ts'
import type { Providers } from './providers.ts'
import { holdsAny } from './rights.ts'
import type { Sessions } from './sessions.ts'

/**
 * The one place where a call is opened or refused, from its declaration: nobody, a session, a page among the session's
 * allowed routes, or an ingestion key with the scope. Headers about the page decide nothing.
 */
export function createGate(parts: {
  sessions: Sessions
  keys: IngestKeys
  providers: Providers
}): Gate<Actor> {
  return async (call: Call, request, response) => {
    const { access } = call.route
    if (access.kind === 'public') return { kind: 'public' }
    if (access.kind === 'key') return admitKey(parts, request, access.scope)
    const token = bearerOf(request)
    if (!token) throw unauthenticated()
    const { actor, newToken } = await parts.sessions.admit(token)
    if (newToken) response.setHeader('TokenChanged', `${newToken}_${token}`)
    checkSession(call.route, actor)
    return actor
  }
}

function checkSession(route: RouteSpec, actor: SessionActor): void {
  if (!actor.configured) {
    if (actor.builtIn && route.openUnconfigured) return
    throw new Refusal('not_configured', messages.notConfigured)
  }
  if (route.access.kind === 'pages' && !holdsAny(actor.allowedRoutes, route.access.pages)) throw forbidden()
}

async function admitKey(
  parts: { keys: IngestKeys; providers: Providers },
  request: Request,
  scope: KeyActor['scopes'][number],
): Promise<KeyActor> {
  const key = bearerOf(request) ?? request.get('x-api-key')
  if (!key) throw unauthenticated(messages.unknownKey)
  const actor = await parts.keys.admit(key)
  if (!actor.scopes.includes(scope)) throw forbidden(messages.scopeMissing)
  if (actor.provider && (await parts.providers.isDisabled(actor.provider)))
    throw new Refusal('provider_disabled', messages.providerDisabled)
  return actor
}

function bearerOf(request: Request): string | undefined {
  const match = /^Bearer ([^\s]{1,4096})$/i.exec(request.get('authorization') ?? '')
  return match?.[1]
}
