import type { ServiceParts, SessionActor } from '@wardtrack/access'
import { BackupError, findPlainBackups, removePlainBackup } from '@wardtrack/backup'
import { type EncryptionConfig, type EncryptionJob, messages, type ResponseOf } from '@wardtrack/contracts'
import type { EncryptedFields, EncryptionDoc } from '@wardtrack/database'
import type { Job, Jobs } from '@wardtrack/jobs'
import { invalidMember, notFound } from '@wardtrack/service-kit'
import type { MetadataStore } from '../metadata/index.ts'
import {
  CONFIG_ID,
  changeKeyState,
  isAnythingEncrypted,
  readConfig,
  storeConfig,
} from './encryption-config.store.ts'
import {
  applySetOperation,
  checkEncryptedFields,
  encryptableFields,
  mergeFields,
  unknownType,
} from './encryption-fields.ts'
import { announcedKeys, CONVERT, hasOtherProcesses, nextKeyState, ROTATE } from './encryption-jobs.ts'
import { countRecords } from './encryption-records.ts'

type SetBody = Parameters<typeof applySetOperation>[1]
type Changed = ResponseOf<'saveEncryptionConfig'>

/**
 * Creates the service that reads and changes the encrypted fields and rotates the key. Only one conversion or
 * rotation runs at a time.
 */
export function createEncryptionService(parts: ServiceParts, metadata: MetadataStore, jobs: Jobs) {
  const { db, keyRing, dataDir } = parts
  const start = async (
    kind: typeof CONVERT | typeof ROTATE,
    params: Record<string, unknown>,
    actor: SessionActor,
  ): Promise<Job> => {
    const { withoutPatients: total } = await countRecords(db)
    return jobs.startJob(kind, params, actor, { exclusiveKey: 'encryption', total })
  }
  const change = async (
    before: EncryptionDoc,
    types: EncryptedFields,
    actor: SessionActor,
  ): Promise<Changed> => {
    const former = mergeFields(before.former ?? {}, before.types)
    const written = hasOtherProcesses(parts) ? before.types : undefined
    const job = await start(CONVERT, { types, former, written }, actor)
    // The job stores the configuration too, in case this process ends here.
    await storeConfig(parts, { types, former, written })
    return {
      err: 0,
      message: messages.encryptionSaved,
      data: toConfig(types),
      job: await toAnswer(db, job, actor),
    }
  }
  return {
    read: async () => {
      const { types } = await readConfig(db)
      return { data: Object.keys(types).length > 0 ? [toConfig(types)] : [] }
    },
    fields: async (assetType: string) => {
      const { types } = await metadata.read()
      const entries = Object.hasOwn(types, assetType) ? types[assetType] : undefined
      if (!entries) throw unknownType()
      return { data: encryptableFields(entries) }
    },
    save: async (added: EncryptedFields, actor: SessionActor): Promise<Changed> => {
      const { types } = await metadata.read()
      checkEncryptedFields(added, types)
      if (!Object.values(added).some((fields) => Object.keys(fields).length > 0))
        throw invalidMember('', messages.encryptionNothing)
      const before = await readConfig(db)
      return change(before, mergeFields(before.types, added), actor)
    },
    update: async (id: string, body: { $set: SetBody } | SetBody, actor: SessionActor): Promise<Changed> => {
      const { types } = await metadata.read()
      const before = await readConfig(db)
      if (id !== CONFIG_ID || Object.keys(before.types).length === 0) throw notFound()
      const operation = isWrapped(body) ? body.$set : body
      return change(before, applySetOperation(before.types, operation, types), actor)
    },
    status: async (actor: SessionActor) => {
      const [job] = await jobs.listJobs([CONVERT, ROTATE], { limit: 1 })
      // Loading the rules also loads keys that another process has activated.
      await db.sealing.rules()
      return {
        job: job ? await toAnswer(db, job, actor) : null,
        keyVersion: versionOf(keyRing.state().current),
        plainBackups: (await isAnythingEncrypted(db)) ? await findPlainBackups(dataDir) : [],
      }
    },
    /** @throws ApiError 404 */
    removePlainBackup: async (name: string) => {
      await removePlainBackup(dataDir, name).catch((error: unknown) => {
        throw error instanceof BackupError ? notFound() : error
      })
      return { err: 0 as const, message: messages.plainBackupRemoved }
    },
    rotate: async (actor: SessionActor) => {
      await db.sealing.reload()
      const state = nextKeyState(keyRing)
      const job = await start(ROTATE, { state }, actor)
      await changeKeyState(parts, hasOtherProcesses(parts) ? announcedKeys(keyRing, state) : state)
      return { err: 0 as const, message: messages.keyRotated, job: await toAnswer(db, job, actor) }
    },
  }
}

const isWrapped = (body: object): body is { $set: SetBody } => Object.hasOwn(body, '$set')

const versionOf = (keyId: string): number => Number(keyId.split('.')[1])

const toConfig = (types: EncryptedFields): EncryptionConfig =>
  ({ ...types, _id: CONFIG_ID }) as unknown as EncryptionConfig

/** Converts a job to its response for one viewer: records of patients are counted only with the patient-data flag. */
async function toAnswer(
  db: ServiceParts['db'],
  { id, kind, state, done, total, startedAt, startedBy, endedAt, error }: Job,
  { patientDataAccess }: SessionActor,
): Promise<EncryptionJob> {
  const ofPatients = patientDataAccess ? (await readConfig(db)).patients : undefined
  return {
    id,
    kind: kind === ROTATE ? 'rotate' : 'convert',
    state,
    done: done + (ofPatients?.done ?? 0),
    total: total + (ofPatients?.total ?? 0),
    startedAt: startedAt.toISOString(),
    startedBy,
    ...(endedAt ? { endedAt: endedAt.toISOString() } : {}),
    ...(error === undefined ? {} : { error }),
  }
}
