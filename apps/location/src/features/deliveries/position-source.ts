import { type Database, type LocationHistoryDoc, type Types, trusted } from '@wardtrack/database'
import type { Delivery, DeliverySource } from '@wardtrack/outbound'
import { PATIENT } from '@wardtrack/patient-rule'

type AssetName = { _id: Types.ObjectId; AssetType: string; AssetId: string }

/** Positions to deliver: a reference is the id of a row of the location history. */
export function positionSource(db: Database): DeliverySource {
  return {
    kind: 'AssetLocation',
    load: async (refs) => {
      // driver: every position that is delivered is read here, a hot path
      const rows = await db.driver.locationHistory.find({ _id: { $in: [...refs] } }).toArray()
      const assets = await db.models.assets
        .find<AssetName>({ _id: trusted({ $in: rows.map(({ asset }) => asset) }) })
        .select({ AssetType: 1, AssetId: 1 })
      const names = new Map(assets.map((asset) => [asset._id.toHexString(), asset]))
      return new Map(
        rows.map((row) => {
          const asset = names.get(row.asset.toHexString())
          return [row._id, asset ? positionDelivery(row, asset) : null]
        }),
      )
    },
  }
}

/** A position as the ingestion of locations takes it, with the levels of its place. */
function positionDelivery(row: LocationHistoryDoc, { _id, AssetType, AssetId }: AssetName): Delivery {
  const { mapId, hierarchyId, x, y, accuracy, provider, time, fullPath } = row
  const place = mapId === null || x === null || y === null ? { hierarchyId } : { mapId, x, y, unit: 'px' }
  const lane = _id.toHexString()
  return {
    key: row._id,
    lane,
    payload: JSON.stringify({
      AssetType,
      AssetId,
      time: time.toISOString(),
      eventId: row._id,
      ...(provider === '' ? {} : { provider }),
      ...place,
      accuracy,
      fullPath,
    }),
    ...(AssetType === PATIENT ? { patients: [lane] } : {}),
  }
}
