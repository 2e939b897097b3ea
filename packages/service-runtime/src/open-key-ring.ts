import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '@wardtrack/database'
import { createKeyRing, isSealed, type KeyRing, type KeyRingState } from '@wardtrack/encryption'
import { ConfigError } from '@wardtrack/service-kit'
import { readOrCreateSecret } from './private-files.ts'

/** Source of a process's keys. */
export type KeySource = {
  db: Database
  dataDir: string
  /** ENCRYPTION_KEY: the first makes the keys of new values, the others open older ones */
  secrets: readonly [string, ...string[]] | undefined
  /** true when no other process uses the store, so that none can have a different key */
  exclusive: boolean
}

const STATE_ID = 'encryption-keys'

/** Returns the path of the generated key. @param dataDir the data directory */
export const keyFilePath = (dataDir: string): string => join(dataDir, 'encryption-key')

/**
 * Opens the keys of the installation: those of ENCRYPTION_KEY, or else of the key file, which the first start
 * creates. The store records which keys are in use.
 * @throws ConfigError with one clear line when the key is missing or is not the one of the store
 */
export async function openKeyRing(source: KeySource): Promise<KeyRing> {
  const { db, exclusive } = source
  const path = keyFilePath(source.dataDir)
  const stored = await readKeyState(db)
  const secrets = source.secrets ?? (await readKeyFile(path))
  if (!secrets && stored && !(exclusive && !(await holdsSealedValues(db))))
    throw new ConfigError(
      `the key of the encrypted values is missing: put the file ${path} back, or set ENCRYPTION_KEY to the key that the other processes use`,
    )
  const ring = createKeyRing(secrets ?? [await readOrCreateSecret(path)])
  // A lost key is replaced when nothing was encrypted with it.
  const state = secrets ? await claimState(db, ring.state()) : await storeKeyState(db, ring.state())
  if (!state.inUse.every((keyId) => ring.hasKey(keyId)))
    throw new ConfigError(
      `${source.secrets ? 'ENCRYPTION_KEY' : path} is not the key of this store's encrypted values; to change the key, set ENCRYPTION_KEY to the new one and the old one with a comma between`,
    )
  ring.use(await withFirstSecret(db, ring, state))
  return ring
}

async function readKeyFile(path: string): Promise<[string] | undefined> {
  try {
    await readFile(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  return [await readOrCreateSecret(path)]
}

/** Reads from the store which keys are in use. */
export async function readKeyState(db: Database): Promise<KeyRingState | undefined> {
  const storedState = await db.models.system.findOne({ _id: STATE_ID })
  return storedState?.value as KeyRingState | undefined
}

/**
 * Returns the stored state, or stores the given one when there is none, so that concurrently starting processes
 * agree.
 */
async function claimState(db: Database, value: KeyRingState): Promise<KeyRingState> {
  await db.models.system.updateOne({ _id: STATE_ID }, { $setOnInsert: { value } }, { upsert: true })
  return (await readKeyState(db)) ?? value
}

/** Stores which keys are in use from now on. */
export async function storeKeyState(db: Database, value: KeyRingState): Promise<KeyRingState> {
  await db.models.system.updateOne({ _id: STATE_ID }, { $set: { value } }, { upsert: true })
  return value
}

/** Makes the first secret encrypt new values, even when it was put before the previous one. */
async function withFirstSecret(db: Database, ring: KeyRing, state: KeyRingState): Promise<KeyRingState> {
  const [secretId, version] = state.current.split('.')
  if (secretId === ring.secretId) return state
  const current = `${ring.secretId}.${Number(version) + 1}`
  return storeKeyState(db, { current, inUse: [...new Set([...state.inUse, current])] })
}

/** Maximum number of documents checked in each collection. */
const LOOKED_AT = 5_000

/** Checks if anything in the store is encrypted. Called only when the key is missing. */
async function holdsSealedValues(db: Database): Promise<boolean> {
  // driver: any collection, whatever its schema
  for (const collection of Object.values(db.driver)) {
    for await (const doc of collection.find({}, { sort: { _id: -1 }, limit: LOOKED_AT }))
      if (containsSealed(doc)) return true
  }
  return false
}

function containsSealed(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return isSealed(value)
  return Object.values(value).some(containsSealed)
}
