import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type Database, isDuplicateKey, trusted } from '@wardtrack/database'
import { ConfigError, type Logger } from '@wardtrack/service-kit'

/** What a change of stored documents may use. */
export type MigrationParts = { db: Database; log: Logger }

/** A change of documents that an earlier version stored. */
export type Migration = {
  /** the version of the stored documents that it leads to; each is one more than the one before */
  version: number
  /** what it does, for the log */
  title: string
  /** changes what is stored. It may have been ended in the middle before: what is changed already it leaves as it is */
  run(parts: MigrationParts): Promise<void>
}

/** The version of documents that were stored before versions were noted. */
const FIRST_VERSION = 1
const VERSION_ID = 'stored-version'
const CLAIM_ID = 'migration-claim'
/** Milliseconds. A claim is renewed at a third of its time; who waits for another process looks as often. */
const CLAIM_MS = 30_000
const LOOK_MS = CLAIM_MS / 60

type Claim = { owner: string; until: Date }

/**
 * Brings what is stored to the version of this process, before anybody is served. Of several processes one does the work,
 * and the others wait for it; one that ends in the middle is followed by the next.
 * @param migrations in the order of their versions
 * @throws ConfigError when a newer version has changed what is stored
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

/** @throws ConfigError when it is newer than this process knows */
async function storedVersion(db: Database, known: number): Promise<number> {
  const found = await db.models.system.findOne({ _id: VERSION_ID })
  const version = found ? Number(found.value) : await noteFirstVersion(db, known)
  if (version <= known) return version
  throw new ConfigError(
    `what is stored was changed by a newer Wardtrack (version ${version} of stored documents, this one knows ${known}). ` +
      'Start that release again, or restore a backup of before.',
  )
}

/** An empty store needs no change; one that holds people was written before versions were noted. */
async function noteFirstVersion({ models }: Database, known: number): Promise<number> {
  const version = (await models.users.findOne({}).select({ _id: 1 })) ? FIRST_VERSION : known
  try {
    await models.system.create({ _id: VERSION_ID, value: version })
  } catch (error) {
    // Another process noted it first.
    if (!isDuplicateKey(error)) throw error
  }
  return version
}

/** Takes or renews the right to change what is stored. */
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
    // Another process holds it.
    if (isDuplicateKey(error)) return false
    throw error
  }
}
