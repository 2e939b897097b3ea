import { Readable } from 'node:stream'
import { type Actor, type ServiceParts, sessionOf } from '@wardtrack/access'
import { BackupError } from '@wardtrack/backup'
import { calls, messages } from '@wardtrack/contracts'
import { ApiError, forbidden, type ServedCall, sendStream, serve } from '@wardtrack/service-kit'
import { openBackup } from '@wardtrack/service-runtime'

/** Creates the call that downloads all stored data. */
export const backupRoutes = ({ db, keyRing, dataDir }: ServiceParts): ServedCall<Actor>[] => [
  serve(calls.downloadBackup)<Actor>(async (_input, { actor, response, log, target }) => {
    // A backup contains patients.
    if (!sessionOf(actor).patientDataAccess) throw forbidden()
    target('backup', 'download')
    const parts = await openBackup({ db, keyRing, dataDir }).catch((error: unknown) => {
      throw error instanceof BackupError ? new ApiError('conflict', messages.backupOfMongo) : error
    })
    const name = `wardtrack-${new Date().toISOString().slice(0, 10)}.backup`
    response.setHeader('Content-Type', 'application/octet-stream')
    response.setHeader('Content-Disposition', `attachment; filename="${name}"`)
    response.setHeader('Cache-Control', 'no-store')
    await sendStream(Readable.from(parts, { objectMode: false }), response).catch((error: unknown) =>
      log.error({ err: error }, 'a backup broke off'),
    )
  }),
]
