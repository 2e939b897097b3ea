import type { MirthField } from '@wardtrack/contracts'
import { type BusTopics, type Database, type SettingDoc, settingId } from '@wardtrack/database'
import type { KeyRing } from '@wardtrack/encryption'
import type { CacheMode, EventBus } from '@wardtrack/service-kit'
import { signingSecrets } from './signing-secrets.ts'

/** Where one kind of things is delivered to, as the Mirth settings say now. */
export type Receiver = {
  address: string
  /** whether somebody with the patient-data flag has set the address up */
  mayReceivePatients: boolean
  isPaused: boolean
  /** what bodies are signed with; two while a secret is being replaced */
  secrets: readonly string[]
}

/** What reading the receivers needs. */
export type ReceiverParts = {
  db: Database
  bus: EventBus<BusTopics>
  cacheMode: CacheMode
  keyRing: Pick<KeyRing, 'open'>
}

/** Reads the receiver of a kind; undefined while the settings name none. */
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

/** Whether somebody with the patient-data flag has set up the address of a kind. */
export const mayReceivePatients = (setting: SettingDoc | null, kind: MirthField): boolean =>
  setting?.patientReceivers?.[kind] !== undefined && setting.patientReceivers[kind] === setting.Fields[kind]
