import type { Database } from '@wardtrack/database'
import { compareOnce, type FaultRuns } from '@wardtrack/test-kit'
import { alertName, eventName, type WrittenCrossings } from './crossing-writers.ts'

/** Discrepancies after faults of a kind. */
export type FaultOutcome = Required<Pick<FaultRuns, 'lost' | 'doubled' | 'wrongAlerts' | 'invalid'>> & {
  /** assets whose place differs from their newest event */
  misplaced: number
  /** items with more or fewer acknowledgements than they were sent */
  miscounted: number
  /** answers that neither acknowledge nor ask for a retry */
  unexpected: readonly string[]
}

/** Outcome in which every event and every alert is stored exactly once. */
export const NOTHING_WRONG: FaultOutcome = {
  lost: 0,
  doubled: 0,
  wrongAlerts: 0,
  invalid: 0,
  misplaced: 0,
  miscounted: 0,
  unexpected: [],
}

/**
 * Compares the stored data with the acknowledged data.
 * @param mayLackAlert returns true for a time of sending at which an event may have raised no alert; by default none
 * may
 */
export async function compareStored(
  db: Database,
  written: WrittenCrossings,
  mayLackAlert: (sentAt: number) => boolean = () => false,
): Promise<FaultOutcome> {
  const assets = await db.driver.assets.find().toArray()
  const names = new Map(assets.map(({ _id, AssetId }) => [_id.toHexString(), AssetId]))
  const rows = await db.driver.locationHistory.find().toArray()
  const stored = rows.map(({ asset, time }) =>
    eventName({ AssetId: names.get(asset.toHexString()) ?? '', time: time.toISOString() }),
  )
  const alerts = (await db.driver.geofenceAlerts.find().toArray()).map(({ AssetId, kind, eventTime }) =>
    alertName(AssetId, kind, eventTime.toISOString()),
  )
  const found = new Set(alerts)
  const expected = written.alerts.filter(
    (alert, n) => found.has(alert) || !mayLackAlert(written.sentAt[n] ?? 0),
  )
  const raised = compareOnce(expected, alerts)
  const misplaced = assets.filter(
    ({ AssetId, CurrentLocation }) => CurrentLocation?.time.toISOString() !== written.newest.get(AssetId),
  )
  return {
    ...compareOnce(written.events, stored),
    wrongAlerts: raised.lost + raised.doubled,
    invalid: await countInvalid(db),
    misplaced: misplaced.length,
    miscounted: Math.abs(written.counted - written.events.length),
    unexpected: written.unexpected,
  }
}

const NO_COLLECTION = 26

/** Counts collections whose documents and indexes are inconsistent. */
async function countInvalid({ connection, driver }: Database): Promise<number> {
  const isValid = async ({ collectionName }: { collectionName: string }): Promise<boolean> => {
    try {
      return (await connection.db?.command({ validate: collectionName }))?.['valid'] === true
    } catch (error) {
      if ((error as { code?: unknown }).code === NO_COLLECTION) return true
      throw error
    }
  }
  const valid = await Promise.all(Object.values(driver).map(isValid))
  return valid.filter((each) => !each).length
}
