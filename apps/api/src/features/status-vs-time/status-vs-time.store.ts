import { type Database, type StateStretchDoc, summaryId, type Types, trusted } from '@wardtrack/database'
import { AssetStates } from './asset-states.ts'
import { withReport } from './state-word.ts'

type Report = Pick<StateStretchDoc, '_id' | 'asset' | 'field' | 'value' | 'from'>

/**
 * Goes through the states of all assets in the order of time and stops at moments: each with what was reported before it.
 * @param moments milliseconds, ascending
 * @param stop is called for each, with the number of the moment
 */
export async function walkStates(
  db: Database,
  moments: readonly number[],
  stop: (states: AssetStates, moment: number) => void,
): Promise<void> {
  const states = new AssetStates()
  const end = moments.at(-1) ?? 0
  // driver: what is read grows with the range, and documents of a model would take ten times as long
  const reports = db.driver.stateStretches
    .find<Report>(
      { _id: { $lt: summaryId(new Date(end)) } },
      { projection: { asset: 1, field: 1, value: 1, from: 1 } },
    )
    .sort({ _id: 1 })
  let next = 0
  for await (const { asset, field, value, from } of reports) {
    for (; (moments[next] ?? end) <= from.getTime(); next += 1) stop(states, next)
    const id = asset.toHexString()
    states.set(id, withReport(states.get(id), field, value))
  }
  for (; next < moments.length; next += 1) stop(states, next)
}

/** When each asset began to report the value of a field that it had at a moment; those that nobody knows of are left out. */
export async function statesSince(
  { models }: Database,
  assets: readonly Types.ObjectId[],
  field: string,
  moment: number,
): Promise<Map<string, Date>> {
  const before = trusted({ $lt: new Date(moment) })
  const found = await Promise.all(
    assets.map((asset) =>
      models.stateStretches
        .find({ asset, field, from: before })
        .sort({ from: -1 })
        .select({ asset: 1, from: 1 })
        .limit(1),
    ),
  )
  return new Map(found.flat().map(({ asset, from }) => [asset.toHexString(), from]))
}
