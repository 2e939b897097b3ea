import { createHash } from 'node:crypto'
import { type IngestAnswer, messages } from '@wardtrack/contracts'
import { type Collection, type Database, type IdempotencyDoc, isDuplicateKey } from '@wardtrack/database'
import { ApiError, invalidMember, type Request, unavailable } from '@wardtrack/service-kit'

/** Answers a repeated `Idempotency-Key` with the first answer. */
export type Idempotency = {
  /**
   * Runs the work once for a key.
   * @param id see `idempotencyId`
   * @throws ApiError 409 when the key was used with another body, 503 while another process works on it
   */
  runOnce(id: string, body: Buffer, work: () => Promise<IngestAnswer>): Promise<IngestAnswer>
}

const KEPT_MS = 24 * 3_600_000
/** Time after which a request without an answer counts as cut off. Its repeat runs the work again, which is safe. */
const WORKING_MS = 10_000

/**
 * Returns an id that is unique among all callers' keys and paths; undefined without the header.
 * @throws ApiError 400
 */
export function idempotencyId(request: Request, keyId: string, path: string): string | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !/^[\x20-\x7e]{1,128}$/.test(key))
    throw invalidMember('Idempotency-Key', '1 to 128 printable characters are needed.')
  return sha256(`${keyId}\n${path}\n${key}`)
}

/** Creates the store of first answers. */
export function createIdempotency(db: Database): Idempotency {
  // driver: every push with an Idempotency-Key is written here twice, a hot path
  const answers = db.driver.idempotency
  const inProgress = new Map<string, { bodyHash: string; answer: Promise<IngestAnswer> }>()

  const claim = async (id: string, bodyHash: string): Promise<IngestAnswer | undefined> => {
    const doc: IdempotencyDoc = { _id: id, bodyHash, expiresAt: new Date(Date.now() + KEPT_MS) }
    try {
      await answers.insertOne(doc)
      return undefined
    } catch (error) {
      if (!isDuplicateKey(error)) throw error
    }
    return findEarlierAnswer(answers, doc)
  }
  const run = async (id: string, bodyHash: string, work: () => Promise<IngestAnswer>) => {
    const known = await claim(id, bodyHash)
    if (known) return known
    try {
      const answer = await work()
      await answers.updateOne({ _id: id }, { $set: { answer } })
      return answer
    } catch (error) {
      // The request was not acknowledged, so that the caller may retry immediately.
      await answers.deleteOne({ _id: id, answer: { $exists: false } }).catch(() => undefined)
      throw error
    }
  }
  return {
    runOnce: async (id, body, work) => {
      const bodyHash = sha256(body)
      const running = inProgress.get(id)
      if (running && running.bodyHash !== bodyHash) throw keyReused()
      if (running) return running.answer
      const answer = run(id, bodyHash, work).finally(() => inProgress.delete(id))
      inProgress.set(id, { bodyHash, answer })
      return answer
    },
  }
}

/**
 * Finds the first answer; undefined when its request is gone or was cut off long ago, and the caller may take over.
 */
async function findEarlierAnswer(
  answers: Collection<IdempotencyDoc>,
  wanted: IdempotencyDoc,
): Promise<IngestAnswer | undefined> {
  const now = Date.now()
  const doc = await answers.findOne({ _id: wanted._id })
  const expired = doc !== null && doc.expiresAt.getTime() <= now
  if (doc && !expired && doc.bodyHash !== wanted.bodyHash) throw keyReused()
  if (doc?.answer && !expired) return doc.answer
  const startedAt = doc ? doc.expiresAt.getTime() - KEPT_MS : 0
  // A start time in the future comes from a clock that was ahead, and does not show the age of the request.
  if (doc && !expired && startedAt + WORKING_MS > now && startedAt <= now + WORKING_MS)
    throw unavailable(messages.unavailable, 2)
  const { _id, ...rest } = wanted
  await answers.replaceOne({ _id }, rest, { upsert: true })
  return undefined
}

const keyReused = (): ApiError => new ApiError('conflict', messages.keyReused)
const sha256 = (content: string | Buffer): string => createHash('sha256').update(content).digest('base64url')
