import type { ServiceParts, SessionActor } from '@wardtrack/access'
import { type MirthField, type MirthTest, messages } from '@wardtrack/contracts'
import type { Job, Jobs } from '@wardtrack/jobs'
import {
  failureOf,
  newSigningSecret,
  postForAnswer,
  type Receiver,
  readReceiver,
  resolveTarget,
  SIGNATURE_HEADER,
  secretContext,
  signatureHeader,
} from '@wardtrack/outbound'
import { ApiError, invalidMember } from '@wardtrack/service-kit'
import { countThings, createRedelivery, type Period, type RedeliveryParams } from './redelivery.ts'

/** How long a test waits for an answer, in milliseconds. */
const TEST_MS = 10_000

/** What is to be delivered again, as a call gives it. */
type GivenPeriod = { Field: MirthField; startDate?: string | undefined; endDate?: string | undefined }

/** What the calls about deliveries to Mirth do. */
export function createMirthService(parts: ServiceParts, jobs: Jobs) {
  const { db, bus, keyRing, outboundAllow: allowed = [] } = parts
  jobs.defineJob<RedeliveryParams>(createRedelivery(parts))

  /** @throws ApiError 400 when no address is saved */
  const receiverOf = async (field: MirthField): Promise<Receiver> => {
    const receiver = await readReceiver(parts, field)
    if (!receiver) throw invalidMember('Field', messages.mirthAddressMissing)
    return receiver
  }
  return {
    /** sends a body that tells of nothing, and gives what came back */
    test: async (field: MirthField): Promise<MirthTest> => {
      const { address, secrets } = await receiverOf(field)
      const body = JSON.stringify({ test: true, kind: field, time: new Date().toISOString() })
      const seconds = Math.floor(Date.now() / 1000)
      const headers = {
        'idempotency-key': `test-${seconds}`,
        ...(secrets.length > 0 ? { [SIGNATURE_HEADER]: signatureHeader(secrets, seconds, body) } : {}),
      }
      const started = performance.now()
      const took = (): number => Math.round(performance.now() - started)
      try {
        const target = await resolveTarget(address, { allowed })
        const answer = await postForAnswer(target, body, headers, AbortSignal.timeout(TEST_MS))
        return { accepted: answer.status >= 200 && answer.status < 300, ...answer, took: took() }
      } catch (error) {
        return { accepted: false, error: failureOf(error), took: took() }
      }
    },
    pause: async (field: MirthField, paused: boolean, { username }: SessionActor): Promise<void> => {
      await receiverOf(field)
      const change = paused
        ? { $set: { paused: { by: username, at: new Date() } } }
        : { $unset: { paused: 1 as const } }
      await db.models.deliveryAddresses.updateOne({ _id: field }, change, { upsert: true })
      bus.publish('config.changed', { what: 'settings' })
    },
    /** makes a secret and gives it, this once; the one before counts for a while beside it */
    makeSecret: async (field: MirthField): Promise<string> => {
      await receiverOf(field)
      const secret = newSigningSecret()
      const before = await db.models.deliveryAddresses.findOne({ _id: field })
      const sealed = keyRing.seal(secret, secretContext(field))
      await db.models.deliveryAddresses.updateOne(
        { _id: field },
        {
          $set: {
            secret: { sealed, createdAt: new Date() },
            ...(before?.secret ? { previousSecret: before.secret } : {}),
          },
        },
        { upsert: true },
      )
      bus.publish('config.changed', { what: 'settings' })
      return secret
    },
    /** @throws ApiError 400 without an address, 403 */
    countRedelivery: async (given: GivenPeriod, actor: SessionActor): Promise<number> => {
      await requireFlag(given.Field, actor)
      await receiverOf(given.Field)
      return countThings(db, given.Field, periodOf(given))
    },
    /** @throws ApiError 400 without an address, 403, 409 while one of the same kind runs */
    redeliver: async (given: GivenPeriod, actor: SessionActor): Promise<Job> => {
      const { Field } = given
      await requireFlag(Field, actor)
      await receiverOf(Field)
      const period = periodOf(given)
      const total = await countThings(db, Field, period)
      const kind = Field === 'GeofenceAlert' ? 'mirth.redeliver-alerts' : 'mirth.redeliver'
      const params = { field: Field, from: period.from.toISOString(), to: period.to.toISOString() }
      return jobs.startJob(kind, params, actor, {
        exclusiveKey: `${kind}|${Field}`,
        total,
        ofPatients: Field !== 'LocationHierarchy',
      })
    },
  }
}

/** Delivering patients again, and counting them, is for people who may know of them. @throws ApiError 403 */
async function requireFlag(field: MirthField, { patientDataAccess }: SessionActor): Promise<void> {
  if (field !== 'LocationHierarchy' && !patientDataAccess)
    throw new ApiError('forbidden', messages.patientFlagNeeded)
}

/** An open beginning is the first thing there is, an open end is now. */
const periodOf = ({ startDate, endDate }: GivenPeriod): Period => ({
  from: startDate === undefined ? new Date(0) : new Date(startDate),
  to: endDate === undefined ? new Date() : new Date(endDate),
})
