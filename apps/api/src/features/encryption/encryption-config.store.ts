import type { ServiceParts } from '@wardtrack/access'
import type { Database, EncryptedFields, EncryptionDoc } from '@wardtrack/database'
import type { KeyRingState } from '@wardtrack/encryption'
import { storeKeyState } from '@wardtrack/service-runtime'

/** `_id` of the single configuration. */
export const CONFIG_ID = 'config'

/** Reads the encrypted fields; none in a new store. */
export async function readConfig(db: Database): Promise<EncryptionDoc> {
  return (await db.models.encryption.findOne({ _id: CONFIG_ID })) ?? { _id: CONFIG_ID, types: {} }
}

/** Returns true if any field is encrypted. */
export const isAnythingEncrypted = async (db: Database): Promise<boolean> =>
  Object.keys((await readConfig(db)).types).length > 0

type Parts = Pick<ServiceParts, 'db' | 'bus'>

/**
 * Activates a configuration: immediately here, within two seconds in other processes.
 * @param former fields that were encrypted before and are still to be converted
 * @param written fields that are encrypted on writing until other processes have the configuration
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

/** Stores a state of the keys with the configuration. */
export async function changeKeyState({ db, bus }: Parts, state: KeyRingState): Promise<void> {
  await storeKeyState(db, state)
  await tellChange({ db, bus })
}

/** Publishes the change, because consoles show which fields are encrypted, and the keys are stored with the rules. */
async function tellChange({ db, bus }: Parts): Promise<void> {
  bus.publish('config.changed', { what: 'metadata' })
  await db.sealing.reload()
}
