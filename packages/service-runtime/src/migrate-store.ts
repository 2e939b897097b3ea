import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type Database, isDuplicateKey, trusted } from '@wardtrack/database'
import { ConfigError, type Logger } from '@wardtrack/service-kit'

/** Parts that a migration may use. */
export type MigrationParts = { db: Database; log: Logger }

/** A migration of documents that an earlier version stored. */
export type Migration = {
  /** resulting version of the stored documents; each is one more than the previous one */
  version: number
  /** description for the log */
  title: string
  /** changes stored documents. A previous run may have been interrupted: documents already changed stay unchanged */
  run(parts: MigrationParts): Promise<void>
}

/** Version of documents that were stored before versions were recorded. */
const FIRST_VERSION = 1
const VERSION_ID = 'stored-version'
const CLAIM_ID = 'migration-claim'
/** Lifetime of a claim in milliseconds. It is renewed after a third of the time; waiting processes check as often. */
const CLAIM_MS = 30_000
const LOOK_MS = CLAIM_MS / 60

type Claim = { owner: string; until: Date }

/**
 * Migrates the store to the version of this process before anybody is served. One process does the work while the
 * others wait. If it ends early, the next process continues.
 * @param migrations in the order of their versions
 * @throws ConfigError when a newer version has changed the store
 */
export async function migrateStore(
  parts: MigrationParts,
  migrations: readonly Migration[],
  claimMs = CLAIM_MS,
): Promise<void> {
  const { db, log } = parts
  const known = migrations.at(-1)?.version ?? FIRST_VERSION
  const owner = randomUUID()
  while ((await storedVersion(db, known)) < known) {
    if (!(await claim(db, owner, claimMs))) {
      await pause(Math.min(LOOK_MS, claimMs / 3))
      continue
    }
    const renewal = setInterval(() => {
      void claim(db, owner, claimMs).catch((error: unknown) => log.warn({ err: error }, 'claim not renewed'))
    }, claimMs / 3)
    try {
      await runNext(parts, migrations, await storedVersion(db, known))
    } finally {
      clearInterval(renewal)
      await db.models.system.deleteOne({ _id: CLAIM_ID, 'value.owner': owner })
    }
  }
}

async function runNext(
  parts: MigrationParts,
  migrations: readonly Migration[],
  stored: number,
): Promise<void> {
  const next = migrations.find(({ version }) => version > stored)
  if (!next) return
  const { version, title } = next
  parts.log.info({ version, title }, 'stored documents are being changed')
  await next.run(parts)
  await parts.db.models.system.updateOne({ _id: VERSION_ID }, { $set: { value: version } }, { upsert: true })
  parts.log.info({ version, title }, 'stored documents are changed')
}

/** @throws ConfigError when the stored version is newer than this process knows */
async function storedVersion(db: Database, known: number): Promise<number> {
  const found = await db.models.system.findOne({ _id: VERSION_ID })
  const version = found ? Number(found.value) : await noteFirstVersion(db, known)
  if (version <= known) return version
  throw new ConfigError(
    `what is stored was changed by a newer Wardtrack (version ${version} of stored documents, this one knows ${known}). ` +
      'Start that release again, or restore a backup of before.',
  )
}

/**
 * Records the first version. An empty store needs no migration; one with people was written before versions were
 * recorded.
 */
async function noteFirstVersion({ models }: Database, known: number): Promise<number> {
  const version = (await models.users.findOne({}).select({ _id: 1 })) ? FIRST_VERSION : known
  try {
    await models.system.create({ _id: VERSION_ID, value: version })
  } catch (error) {
    // Another process recorded it first.
    if (!isDuplicateKey(error)) throw error
  }
  return version
}

/** Takes or renews the exclusive right to migrate the store. */
async function claim({ models }: Database, owner: string, claimMs: number): Promise<boolean> {
  const value: Claim = { owner, until: new Date(Date.now() + claimMs) }
  try {
    await models.system.updateOne(
      {
        _id: CLAIM_ID,
        $or: [{ 'value.owner': owner }, { 'value.until': trusted({ $lt: new Date() }) }],
      },
      { $set: { value } },
      { upsert: true },
    )
    return true
  } catch (error) {
    // Another process holds the right.
    if (isDuplicateKey(error)) return false
    throw error
  }
}
