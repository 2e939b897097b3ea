import { createHash } from 'node:crypto'
import { calls } from '@wardtrack/contracts'
import type { AuditDoc } from '@wardtrack/database'
import type { AuditedRequest } from '@wardtrack/service-kit'
import type { Actor } from './actor.ts'

/** An audit entry before it has its number and its place in the chain. */
export type AuditEntry = Omit<AuditDoc, '_id' | 'previous' | 'hash'>

/**
 * The entry of a request; none for what is not audited. Pushes by key are counted in the provider logs: of them only
 * refusals are audited, or nobody would find the rest.
 */
export function auditEntryOf(request: AuditedRequest<Actor>): AuditEntry | undefined {
  const { call, actor, status } = request
  const outcome = status < 400 ? 'ok' : 'refused'
  if (call.route.access.kind === 'public' && !isSignIn(request)) return undefined
  if (call.route.access.kind === 'key' && outcome === 'ok') return undefined
  return {
    time: request.time,
    actor: actor?.kind === 'session' ? actor.username : actor?.kind === 'key' ? `key ${actor.name}` : '',
    action: `${call.route.method} ${call.route.path}`,
    ...(request.target ? { target: request.target } : {}),
    ...(request.pageRoute ? { pageRoute: request.pageRoute } : {}),
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

/** Numbers entries after the last one that is stored, each with the hash of the one before. */
export function chainEntries(
  entries: readonly AuditEntry[],
  last: Pick<AuditDoc, '_id' | 'hash'> | undefined,
): AuditDoc[] {
  let { _id, hash: previous } = last ?? { _id: 0, hash: '' }
  return entries.map((entry) => {
    _id += 1
    const doc = { ...entry, _id, previous, hash: hashOf(entry, _id, previous) }
    previous = doc.hash
    return doc
  })
}

function hashOf(entry: AuditEntry, number: number, previous: string): string {
  const facts = [
    number,
    entry.time.toISOString(),
    entry.actor,
    entry.action,
    entry.target ?? null,
    entry.pageRoute ?? '',
  ]
  const rest = [entry.address, entry.outcome, entry.status, entry.requestId, previous]
  return createHash('sha256')
    .update(JSON.stringify([...facts, ...rest]))
    .digest('hex')
}
