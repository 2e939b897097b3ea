import { type Actor, type KeyActor, keyOf, type ServiceParts } from '@wardtrack/access'
import { type IngestAnswer, MAX_INGEST_BYTES } from '@wardtrack/contracts'
import { type CallContext, isDiskFull, noRoom, type Request, unavailable } from '@wardtrack/service-kit'
import type { Admission, Permit } from './admission.ts'
import { type Idempotency, idempotencyId } from './idempotency.ts'
import type { Sender } from './read-items.ts'
import { readBody } from './request-body.ts'

/** Dependencies of the admission of pushes. */
export type AdmitParts = {
  parts: Pick<ServiceParts, 'health' | 'diskRoom'>
  admission: Admission
  idempotency: Idempotency
}

/** A push with its body. */
export type AdmittedPush<T> = {
  body: Buffer
  type: T
  permit: Permit
  actor: KeyActor
  nonce: Sender['nonce']
}

/** Target of a push. */
export type PushTarget<T> = {
  /** path that an `Idempotency-Key` belongs to */
  path: string
  /** name of the admission share, which is separate for each key */
  share: string
  maxBytes?: number
  /** reads the body's type from its header @throws ApiError 415 */
  readType(request: Request): T
}

/** Work of a push after its body was read. */
type PushWork = () => Promise<IngestAnswer>

/**
 * Admits a push: checks for room, reads the body, and repeats the first answer for a repeated `Idempotency-Key`.
 * @param read reads the body and returns the work to run once
 */
export async function admitPush<T>(
  { parts: { health, diskRoom }, admission, idempotency }: AdmitParts,
  { path, share, maxBytes = MAX_INGEST_BYTES, readType }: PushTarget<T>,
  { actor: anyActor, request, requestId }: CallContext<Actor>,
  read: (push: AdmittedPush<T>) => PushWork | Promise<PushWork>,
): Promise<IngestAnswer> {
  if (!health.accepting) throw unavailable()
  if (!diskRoom.hasRoom()) throw noRoom()
  const actor = keyOf(anyActor)
  const type = readType(request)
  const key = idempotencyId(request, actor.keyId, path)
  const announcedBytes = Number(request.headers['content-length'] ?? 0) || 0
  const permit = admission.enter(`${actor.keyId} ${share}`, announcedBytes)
  try {
    const body = await readBody(request, permit, maxBytes)
    const nonce = { text: key ?? requestId, repeatable: key !== undefined }
    const reading = read({ body, type, permit, actor, nonce })
    const work = reading instanceof Promise ? await reading : reading
    return await (key === undefined ? work() : idempotency.runOnce(key, body, work))
  } catch (error) {
    if (isDiskFull(error)) diskRoom.noteFull()
    throw error
  } finally {
    permit.release()
  }
}
