import { randomUUID } from 'node:crypto'
import { type Actor, type ServiceParts, sessionOf } from '@wardtrack/access'
import { BackupError } from '@wardtrack/backup'
import { calls, messages } from '@wardtrack/contracts'
import { type Database, isDuplicateKey, trusted } from '@wardtrack/database'
import { conflict, forbidden, type ServedCall, sendFile, serve } from '@wardtrack/service-kit'
import { openBackup } from '@wardtrack/service-runtime'

/** Creates the call that downloads all stored data. */
export const backupRoutes = (parts: ServiceParts): ServedCall<Actor>[] => [
  serve(calls.downloadBackup)<Actor>(async (_input, context) => {
    // A backup contains patients.
    if (!sessionOf(context.actor).patientDataAccess) throw forbidden()
    context.target('backup', 'download')
    const fileName = `wardtrack-${new Date().toISOString().slice(0, 10)}.backup`
    await sendFile({ content: onlyDownload(parts), fileName, mediaType: 'application/octet-stream' }, context)
  }),
]

/** `_id` of the claim in the store, which all processes of an installation see. */
const CLAIM = 'backup-download'
/** Time after which a claim that its process no longer renews has ended, in milliseconds. */
const CLAIM_MS = 30_000

/**
 * Yields a backup while no other is being downloaded, because each holds a copy of the store.
 * @throws ApiError 409
 */
async function* onlyDownload(parts: ServiceParts): AsyncGenerator<Buffer, void> {
  const { system } = parts.db.models
  const worker = randomUUID()
  await claimDownload(parts.db, worker)
  const renew = (): void => {
    system
      .updateOne({ _id: CLAIM, 'value.worker': worker }, { $set: { 'value.until': claimEnd() } })
      .catch((error: unknown) => parts.log.warn({ err: error }, 'the claim of a backup was not renewed'))
  }
  const timer = setInterval(renew, CLAIM_MS / 3).unref()
  try {
    yield* openBackup(parts)
  } catch (error) {
    throw error instanceof BackupError ? conflict(messages.backupOfMongo) : error
  } finally {
    clearInterval(timer)
    await system.deleteOne({ _id: CLAIM, 'value.worker': worker })
  }
}

const claimEnd = (): Date => new Date(Date.now() + CLAIM_MS)

/** Claims the download, unless another claim lasts. One conditional write decides between concurrent requests. */
async function claimDownload({ models: { system } }: Database, worker: string): Promise<void> {
  const ended = { _id: CLAIM, 'value.until': trusted({ $lte: new Date() }) }
  const value = { worker, until: claimEnd() }
  await system.updateOne(ended, { $set: { value } }, { upsert: true }).catch((error: unknown) => {
    throw isDuplicateKey(error) ? conflict(messages.backupRuns) : error
  })
}
