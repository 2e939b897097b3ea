import type { MirthField } from '@wardtrack/contracts'
import {
  type BusTopics,
  type Database,
  type DeliveryAddressDoc,
  type SettingDoc,
  settingId,
} from '@wardtrack/database'
import type { KeyRing } from '@wardtrack/encryption'
import type { CacheMode, EventBus } from '@wardtrack/service-kit'
import { newSigningSecret } from './signature.ts'

/** Time for which the previous secret also signs bodies. */
const SECRET_OVERLAP_MS = 86_400_000

/** Returns the seal context of an address's secret. */
const secretContext = (id: string) => ({ collection: 'deliveryAddresses', id, field: 'secret' })

/**
 * Returns the secrets that sign bodies for an address now; two while one is being replaced.
 * @param id id of the address
 */
export function signingSecrets(
  keyRing: Pick<KeyRing, 'open'>,
  id: string,
  state: Pick<DeliveryAddressDoc, 'secret' | 'previousSecret'> | null,
): string[] {
  const { secret, previousSecret } = state ?? {}
  if (!secret) return []
  const isReplaced = previousSecret && Date.now() - secret.createdAt.getTime() < SECRET_OVERLAP_MS
  return [secret, ...(isReplaced ? [previousSecret] : [])].map(({ sealed }) =>
    keyRing.open(sealed, secretContext(id)),
  )
}

/** Creates the secret of an address and returns it, only this once; the previous one stays valid for a while. */
export async function makeSigningSecret(
  { db, keyRing }: { db: Database; keyRing: Pick<KeyRing, 'seal'> },
  id: string,
): Promise<string> {
  const secret = newSigningSecret()
  const before = await db.models.deliveryAddresses.findOne({ _id: id })
  const sealed = keyRing.seal(secret, secretContext(id))
  await db.models.deliveryAddresses.updateOne(
    { _id: id },
    {
      $set: {
        secret: { sealed, createdAt: new Date() },
        ...(before?.secret ? { previousSecret: before.secret } : {}),
      },
    },
    { upsert: true },
  )
  return secret
}

/** The receiver of one kind of deliveries, according to the Mirth settings. */
export type Receiver = {
  address: string
  /** true when a person with the patient-data flag has set the address */
  mayReceivePatients: boolean
  isPaused: boolean
  /** secrets that sign the body; two while a secret is being replaced */
  secrets: readonly string[]
}

/** Dependencies of reading the receivers. */
export type ReceiverParts = {
  db: Database
  bus: EventBus<BusTopics>
  cacheMode: CacheMode
  keyRing: Pick<KeyRing, 'open'>
}

/** Reads the receiver of a kind; undefined when the settings name none. */
export async function readReceiver(
  { db, keyRing }: Pick<ReceiverParts, 'db' | 'keyRing'>,
  kind: MirthField,
): Promise<Receiver | undefined> {
  const setting = await db.models.settings.findOne({ _id: settingId('Mirth', 'Mirth') })
  const address = setting?.Fields[kind]
  if (typeof address !== 'string' || address === '') return undefined
  const state = await db.models.deliveryAddresses.findOne({ _id: kind })
  return {
    address,
    mayReceivePatients: mayReceivePatients(setting, kind),
    isPaused: state?.paused !== undefined,
    secrets: signingSecrets(keyRing, kind, state),
  }
}

/** Returns true if a person with the patient-data flag has set the address of a kind. */
export const mayReceivePatients = (setting: SettingDoc | null, kind: MirthField): boolean =>
  setting?.patientReceivers?.[kind] !== undefined && setting.patientReceivers[kind] === setting.Fields[kind]
