import type { ServiceParts } from '@wardtrack/access'
import type { TagReservationDoc } from '@wardtrack/database'
import type { RuleEvaluation } from '@wardtrack/rules'
import { ApiError } from '@wardtrack/service-kit'
import type { AssetDeliveries } from '../mirth/index.ts'
import { associateTag } from './location-tags.store.ts'
import { dropReservation, findReservations } from './reserved-tags.store.ts'
import { seenTags } from './unassigned-tags.store.ts'

/** Worker of a process that assigns reserved tags after their first sighting. */
export type ReservedTags = {
  /** checks the next reservations now */
  check(): Promise<void>
  close(): Promise<void>
}

const CHECK_MS = 5_000
/** Number of reservations per check; the next check continues with those after them. */
const BATCH = 500
/** The rights of the people who reserve tags. */
const VIEWER = { patientDataAccess: false }

/** Starts the worker. Several processes may run it, because each step can be repeated. */
export function startReservedTags(
  parts: ServiceParts & { rules: RuleEvaluation },
  deliveries: Pick<AssetDeliveries, 'addAssets'>,
): ReservedTags {
  const { db, bus, log } = parts
  let after = ''
  let checking = Promise.resolve()

  const assign = async ({ _id: key, asset: _id, tag }: TagReservationDoc): Promise<void> => {
    const asset = await db.models.assets.findOne({ _id })
    try {
      const tags =
        asset && (await associateTag(parts, asset, tag, { move: false, viewer: VIEWER, moves: [] }))
      // A tag that was given to a patient meanwhile stays reserved.
      if (asset && !tags) return
    } catch (error) {
      // Another visible asset has got the tag, or this one is full.
      if (!(error instanceof ApiError) || error.code === 'unavailable') throw error
    }
    await dropReservation(db, { _id }, key)
    if (!asset) return
    const { AssetType, AssetId } = asset
    bus.publish('asset.changed', { changes: [{ AssetType, AssetId, change: 'tags' }], tagKeys: [key] })
    await deliveries.addAssets([asset])
  }
  const checkNext = async (): Promise<void> => {
    const found = await findReservations(db, after, BATCH)
    after = found.length < BATCH ? '' : (found.at(-1)?._id ?? '')
    if (found.length === 0) return
    const seen = await seenTags(
      db,
      found.map(({ _id }) => _id),
    )
    for (const reservation of found) if (seen.has(reservation._id)) await assign(reservation)
  }
  const check = (): Promise<void> => {
    checking = checking
      .then(checkNext)
      .catch((error: unknown) => log.warn({ err: error }, 'reserved tags are assigned later'))
    return checking
  }
  const timer = setInterval(() => void check(), CHECK_MS).unref()
  return {
    check,
    close: async () => {
      clearInterval(timer)
      await checking
    },
  }
}
