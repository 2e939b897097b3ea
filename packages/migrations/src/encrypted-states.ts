import { type Database, trusted } from '@wardtrack/database'
import type { Migration } from '@wardtrack/service-runtime'
import { hasEncryptedStates, removeEncryptedStretches } from '@wardtrack/summaries'

/** Documents written in one statement. */
const PAGE = 500

/** Removes encrypted states from summaries, or seals them, where an earlier version stored them in plain. */
export const encryptedStates: Migration = {
  version: 2,
  title: 'nothing of states that are encrypted is kept in summaries',
  run: async ({ db }) => {
    if (!hasEncryptedStates(await db.sealing.rules())) return
    await removeEncryptedStretches(db)
    for (const name of ['stateStretches', 'deviceAlarms'] as const) await sealAgain(db, name)
    // Snapshots contain the states of all assets, and are rebuilt from the remaining states.
    await db.models.stateSnapshotProgress.deleteMany({})
    await db.models.stateSnapshots.deleteMany({})
  },
}

/** Writes documents back unchanged, so that their encrypted values are sealed on writing. */
async function sealAgain(db: Database, name: 'stateStretches' | 'deviceAlarms'): Promise<void> {
  // driver: replaces whole documents of collections that may hold millions, before the process serves requests
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
