import { type Actor, type KeyActor, keyOf, type ServiceParts } from '@wardtrack/access'
import { type IngestAnswer, MAX_INGEST_BYTES } from '@wardtrack/contracts'
import { type CallContext, isDiskFull, noRoom, unavailable } from '@wardtrack/service-kit'
import type { Admission, Permit } from './admission.ts'
import { type Idempotency, idempotencyId } from './idempotency.ts'
import type { Sender } from './read-items.ts'
import { type BodyType, bodyTypeOf, readBody } from './request-body.ts'

/** What admitting a push needs. */
export type AdmitParts = {
  parts: Pick<ServiceParts, 'health' | 'diskRoom'>
  admission: Admission
  idempotency: Idempotency
}

/** A push whose body was read. */
export type AdmittedPush = {
  body: Buffer
  type: BodyType
  permit: Permit
  actor: KeyActor
  nonce: Sender['nonce']
}

/** Where a push goes. */
export type PushTarget = {
  /** what an `Idempotency-Key` counts for */
  path: string
  /** whose share of the process it takes, beside the key's */
  share: string
  maxBytes?: number
}

/**
 * Takes a push in: whether there is room for it, its body, and the first answer again for a repeat under an
 * `Idempotency-Key`.
 * @param read reads the body and returns what is to be done with it, once
 */
export async function admitPush(
  { parts: { health, diskRoom }, admission, idempotency }: AdmitParts,
  { path, share, maxBytes = MAX_INGEST_BYTES }: PushTarget,
  { actor: anyActor, request, requestId }: CallContext<Actor>,
  read: (push: AdmittedPush) => () => Promise<IngestAnswer>,
): Promise<IngestAnswer> {
  if (!health.accepting) throw unavailable()
  if (!diskRoom.hasRoom()) throw noRoom()
  const actor = keyOf(anyActor)
  const type = bodyTypeOf(request)
  const key = idempotencyId(request, actor.keyId, path)
  const announcedBytes = Number(request.headers['content-length'] ?? 0) || 0
  const permit = admission.enter(`${actor.keyId} ${share}`, announcedBytes)
  try {
    const body = await readBody(request, permit, maxBytes)
    const nonce = { text: key ?? requestId, repeatable: key !== undefined }
    const work = read({ body, type, permit, actor, nonce })
    return await (key === undefined ? work() : idempotency.runOnce(key, body, work))
  } catch (error) {
    if (isDiskFull(error)) diskRoom.noteFull()
    throw error
  } finally {
    permit.release()
  }
}
