import type { ServiceParts } from '@wardtrack/access'
import type { Database, EncryptedFields, EncryptionDoc } from '@wardtrack/database'
import type { KeyRingState } from '@wardtrack/encryption'
import { storeKeyState } from '@wardtrack/service-runtime'

/** `_id` of the one configuration. */
export const CONFIG_ID = 'config'

/** What is encrypted; nothing on a fresh store. */
export async function readConfig(db: Database): Promise<EncryptionDoc> {
  return (await db.models.encryption.findOne({ _id: CONFIG_ID })) ?? { _id: CONFIG_ID, types: {} }
}

/** Whether any field is encrypted. */
export const isAnythingEncrypted = async (db: Database): Promise<boolean> =>
  Object.keys((await readConfig(db)).types).length > 0

type Parts = Pick<ServiceParts, 'db' | 'bus'>

/**
 * Makes a configuration hold: here at once, in other processes within two seconds.
 * @param former what was encrypted before and is still to be converted
 * @param written what is encrypted on writing while other processes learn of the configuration
 */
export async function storeConfig(
  { db, bus }: Parts,
  {
    types,
    former,
    written,
  }: { types: EncryptedFields; former?: EncryptedFields | undefined; written?: EncryptedFields | undefined },
): Promise<void> {
  const update = {
    $set: { types, ...(former ? { former } : {}), ...(written ? { written } : {}) },
    $unset: { ...(former ? {} : { former: 1 as const }), ...(written ? {} : { written: 1 as const }) },
  }
  await db.models.encryption.updateOne({ _id: CONFIG_ID }, update, { upsert: true })
  await tellChange({ db, bus })
}

/** Makes a state of the keys hold, as a configuration. */
export async function changeKeyState({ db, bus }: Parts, state: KeyRingState): Promise<void> {
  await storeKeyState(db, state)
  await tellChange({ db, bus })
}

/** What consoles show of fields changes with their encryption, and the keys stand with the rules. */
async function tellChange({ db, bus }: Parts): Promise<void> {
  bus.publish('config.changed', { what: 'metadata' })
  await db.sealing.reload()
}
