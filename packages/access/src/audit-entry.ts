import { calls, knownPage } from '@wardtrack/contracts'
import type { AuditedRequest } from '@wardtrack/service-kit'
import type { Actor } from './actor.ts'
import type { AuditEntry } from './audit-chain.ts'

/**
 * The entry of a request; none for what is not audited. Pushes by key are counted in the provider logs: of them only
 * refusals are audited, or nobody would find the rest.
 */
export function auditEntryOf(request: AuditedRequest<Actor>): AuditEntry | undefined {
  const { call, actor, status } = request
  const outcome = status < 400 ? 'ok' : 'refused'
  if (call.route.access.kind === 'public' && !isSignIn(request)) return undefined
  if (call.route.access.kind === 'key' && outcome === 'ok') return undefined
  const page = request.pageRoute === undefined ? undefined : knownPage(request.pageRoute)
  return {
    time: request.time,
    actor: actor?.kind === 'session' ? actor.username : actor?.kind === 'key' ? `key ${actor.name}` : '',
    action: `${call.route.method} ${call.route.path}`,
    ...(request.target ? { target: request.target } : {}),
    ...(request.details ? { details: request.details } : {}),
    ...(page === undefined ? {} : { pageRoute: page }),
    address: request.address,
    outcome,
    status,
    requestId: request.requestId,
  }
}

/**
 * Whether nobody was authenticated. Failed sign-ins are not among these: the sign-in throttle bounds them, and only what
 * it refuses counts here.
 */
export const isUnauthenticated = (request: AuditedRequest<Actor>): boolean =>
  request.actor === undefined && request.status >= 400 && (!isSignIn(request) || request.status === 429)

const isSignIn = ({ call }: AuditedRequest<Actor>): boolean => call.route === calls.verify.route
