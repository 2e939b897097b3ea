import { type Database, trusted } from '@wardtrack/database'
import type { Migration } from '@wardtrack/service-runtime'
import { hasEncryptedStates, removeEncryptedStretches } from '@wardtrack/summaries'

/** Documents that are written in one statement. */
const PAGE = 500

/** Summaries that were made before states were left out of them, or sealed in them, when they are encrypted. */
export const encryptedStates: Migration = {
  version: 2,
  title: 'nothing of states that are encrypted is kept in summaries',
  run: async ({ db }) => {
    if (!hasEncryptedStates(await db.sealing.rules())) return
    await removeEncryptedStretches(db)
    for (const name of ['stateStretches', 'deviceAlarms'] as const) await sealAgain(db, name)
    // They hold the states of all assets in one, and are made anew of the stretches that remain.
    await db.models.stateSnapshotProgress.deleteMany({})
    await db.models.stateSnapshots.deleteMany({})
  },
}

/** Writes documents as they are: what is encrypted now is sealed on its way. */
async function sealAgain(db: Database, name: 'stateStretches' | 'deviceAlarms'): Promise<void> {
  // driver: replaces whole documents of collections that may hold millions, before anybody is served
  const documents = db.driver[name] as Database['driver']['deviceAlarms']
  let after = ''
  for (;;) {
    const page = await documents
      .find(trusted({ _id: { $gt: after } }))
      .sort({ _id: 1 })
      .limit(PAGE)
      .toArray()
    const last = page.at(-1)
    if (!last) return
    await documents.bulkWrite(
      page.map((document) => ({ replaceOne: { filter: { _id: document._id }, replacement: document } })),
      { ordered: false },
    )
    after = last._id
  }
}
