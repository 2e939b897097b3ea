import type { Database } from '@wardtrack/database'

/**
 * `none`: the store does not belong to the demo. `begun`: seeding has started and must be completed. `done`: seeding
 * is complete.
 */
export type DemoState = 'none' | 'begun' | 'done'

const DEMO = 'demo'

/** Reads the progress of the demo hospital on this store. */
export async function readDemoState(db: Database): Promise<DemoState> {
  const found = await db.models.system.findOne({ _id: DEMO })
  return found?.value === 'begun' || found?.value === 'done' ? found.value : 'none'
}

/** Writes the progress. */
export async function markDemo(db: Database, state: 'begun' | 'done'): Promise<void> {
  await db.models.system.updateOne({ _id: DEMO }, { $set: { value: state } }, { upsert: true })
}

/** Returns true if the store holds no hospital data yet, so that the demo may be seeded. */
export async function isEmptyStore(db: Database): Promise<boolean> {
  const found = await Promise.all([
    db.models.assets.findOne({}),
    db.models.places.findOne({}),
    db.models.privileges.findOne({}),
  ])
  return found.every((document) => document === null)
}
