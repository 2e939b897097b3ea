import { calls, knownPage } from '@wardtrack/contracts'
import type { AuditedRequest } from '@wardtrack/service-kit'
import type { Actor } from './actor.ts'
import type { AuditEntry } from './audit-chain.ts'

/**
 * Returns the audit entry of a request; undefined for requests that are not audited. Pushes by key are counted in the
 * provider logs. Only refused pushes are audited, because the number of pushes would hide all other entries.
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
 * Returns true if the caller was not authenticated. Failed sign-ins do not count: the sign-in throttle limits them.
 * Only the requests that the throttle refuses count here.
 */
export const isUnauthenticated = (request: AuditedRequest<Actor>): boolean =>
  request.actor === undefined && request.status >= 400 && (!isSignIn(request) || request.status === 429)

const isSignIn = ({ call }: AuditedRequest<Actor>): boolean => call.route === calls.verify.route
