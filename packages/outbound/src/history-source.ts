import type { MirthField } from '@wardtrack/contracts'
import { type Database, type Types, trusted } from '@wardtrack/database'
import { PATIENT } from '@wardtrack/patient-rule'
import type { Delivery } from './delivery-lanes.ts'
import type { DeliverySource } from './feed-worker.types.ts'

/** The asset of a delivery. */
type DeliveredAsset = { _id: Types.ObjectId; AssetType: string; AssetId: string }

/** Members that all rows of histories have. */
type HistoryRow = { _id: string; asset: Types.ObjectId; time: Date; provider: string }

/** A history whose rows are delivered. */
export type DeliveredHistory<R extends HistoryRow> = {
  /** returns rows by their ids, without those that are not stored */
  readRows(ids: readonly string[]): Promise<readonly R[]>
  /** returns the members of an ingestion item besides asset, time and provider */
  membersOf(row: R): Readonly<Record<string, unknown>>
}

/**
 * Creates the source of a history. A reference is the id of a row, and the payload is the item in ingestion format.
 */
export function historySource<R extends HistoryRow>(
  db: Pick<Database, 'models'>,
  kind: MirthField,
  { readRows, membersOf }: DeliveredHistory<R>,
): DeliverySource {
  return {
    kind,
    load: async (refs) => {
      const rows = await readRows(refs)
      const assets = await db.models.assets
        .find<DeliveredAsset>({ _id: trusted({ $in: rows.map(({ asset }) => asset) }) })
        .select({ AssetType: 1, AssetId: 1 })
      const assetsById = new Map(assets.map((asset) => [asset._id.toHexString(), asset]))
      return new Map(
        rows.map((row) => {
          const asset = assetsById.get(row.asset.toHexString())
          return [row._id, asset ? rowDelivery(row, asset, membersOf(row)) : null]
        }),
      )
    },
  }
}

function rowDelivery(
  { _id, time, provider }: HistoryRow,
  asset: DeliveredAsset,
  members: Readonly<Record<string, unknown>>,
): Delivery {
  const { AssetType, AssetId } = asset
  const payload = JSON.stringify({
    AssetType,
    AssetId,
    time: time.toISOString(),
    eventId: _id,
    ...(provider === '' ? {} : { provider }),
    ...members,
  })
  return { key: _id, payload, ...assetLane(asset) }
}

/** Returns the lane of an asset's deliveries, and the patient's id when the asset is a patient. */
export function assetLane({
  _id,
  AssetType,
}: Pick<DeliveredAsset, '_id' | 'AssetType'>): Pick<Delivery, 'lane' | 'patients'> {
  const lane = _id.toHexString()
  return { lane, ...(AssetType === PATIENT ? { patients: [lane] } : {}) }
}

/** Converts stored values to ingestion format: a value that ingestion wrapped, as in `{ Level }`, is unwrapped. */
export const itemValues = (fields: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, plainValue(value)]))

function plainValue(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const values = Object.values(value)
  return values.length === 1 ? values[0] : value
}
