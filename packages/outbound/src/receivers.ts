import type { MirthField } from '@wardtrack/contracts'
import { type BusTopics, type Database, type SettingDoc, settingId } from '@wardtrack/database'
import type { KeyRing } from '@wardtrack/encryption'
import type { CacheMode, EventBus } from '@wardtrack/service-kit'
import { signingSecrets } from './signing-secrets.ts'

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
