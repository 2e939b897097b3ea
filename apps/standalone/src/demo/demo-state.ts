import type { Database } from '@wardtrack/database'

/** `none`: this store is not the demo's. `begun`: seeding was started and must be finished. `done`: all is there. */
export type DemoState = 'none' | 'begun' | 'done'

const DEMO = 'demo'

/** Reads how far the demo hospital is on this store. */
export async function readDemoState(db: Database): Promise<DemoState> {
  const found = await db.models.system.findOne({ _id: DEMO })
  return found?.value === 'begun' || found?.value === 'done' ? found.value : 'none'
}

/** Writes how far it is. */
export async function markDemo(db: Database, state: 'begun' | 'done'): Promise<void> {
  await db.models.system.updateOne({ _id: DEMO }, { $set: { value: state } }, { upsert: true })
}

/** Whether nothing of a hospital is stored yet, so that the demo may move in. */
export async function isEmptyStore(db: Database): Promise<boolean> {
  const found = await Promise.all([
    db.models.assets.findOne({}),
    db.models.places.findOne({}),
    db.models.privileges.findOne({}),
  ])
  return found.every((document) => document === null)
}
