import type { ServiceParts, SessionActor } from '@wardtrack/access'
import { type MirthField, type MirthTest, messages } from '@wardtrack/contracts'
import type { Job, Jobs } from '@wardtrack/jobs'
import { makeSigningSecret, type Receiver, readReceiver, testAddress } from '@wardtrack/outbound'
import { ApiError, invalidMember } from '@wardtrack/service-kit'
import { countThings, createRedelivery, type Period, type RedeliveryParams } from './redelivery.ts'

/** Selection of data for redelivery, as a call contains it. */
type Selection = { Field: MirthField; startDate?: string | undefined; endDate?: string | undefined }

/** Creates the service of deliveries to Mirth. */
export function createMirthService(parts: ServiceParts, jobs: Jobs) {
  const { db, bus, outboundAllow: allowed = [] } = parts
  jobs.defineJob<RedeliveryParams>(createRedelivery(parts))

  /** @throws ApiError 400 when no address is saved */
  const receiverOf = async (field: MirthField): Promise<Receiver> => {
    const receiver = await readReceiver(parts, field)
    if (!receiver) throw invalidMember('Field', messages.mirthAddressMissing)
    return receiver
  }
  return {
    /** sends a body without data, and returns the response */
    test: async (field: MirthField): Promise<MirthTest> => {
      return testAddress(await receiverOf(field), field, { allowed })
    },
    pause: async (field: MirthField, paused: boolean, { username }: SessionActor): Promise<void> => {
      await receiverOf(field)
      const change = paused
        ? { $set: { paused: { by: username, at: new Date() } } }
        : { $unset: { paused: 1 as const } }
      await db.models.deliveryAddresses.updateOne({ _id: field }, change, { upsert: true })
      bus.publish('config.changed', { what: 'settings' })
    },
    /** creates a secret and returns it only this time; the previous one stays valid for a while */
    makeSecret: async (field: MirthField): Promise<string> => {
      await receiverOf(field)
      const secret = await makeSigningSecret(parts, field)
      bus.publish('config.changed', { what: 'settings' })
      return secret
    },
    /** @throws ApiError 400 without an address, 403 */
    countRedelivery: async (selection: Selection, actor: SessionActor): Promise<number> => {
      requireFlag(selection.Field, actor)
      await receiverOf(selection.Field)
      return countThings(db, selection.Field, periodOf(selection))
    },
    /** @throws ApiError 400 without an address, 403, 409 while a redelivery of the same kind runs */
    redeliver: async (selection: Selection, actor: SessionActor): Promise<Job> => {
      const { Field } = selection
      requireFlag(Field, actor)
      await receiverOf(Field)
      const period = periodOf(selection)
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

/** Delivering patients again, and counting them, requires the flag. @throws ApiError 403 */
function requireFlag(field: MirthField, { patientDataAccess }: SessionActor): void {
  if (field !== 'LocationHierarchy' && !patientDataAccess)
    throw new ApiError('forbidden', messages.patientFlagNeeded)
}

/** Returns the selected period: a missing start is the earliest record, a missing end is now. */
const periodOf = ({ startDate, endDate }: Selection): Period => ({
  from: startDate === undefined ? new Date(0) : new Date(startDate),
  to: endDate === undefined ? new Date() : new Date(endDate),
})
