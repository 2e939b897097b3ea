import { type Database, type StatusHistoryDoc, type Types, trusted } from '@wardtrack/database'
import type { Delivery, DeliverySource } from '@wardtrack/outbound'
import { PATIENT } from '@wardtrack/patient-rule'

type AssetName = { _id: Types.ObjectId; AssetType: string; AssetId: string }

/** Device states to deliver: a reference is the id of a row of the status history. */
export function stateSource(db: Database): DeliverySource {
  return {
    kind: 'DeviceStatus',
    load: async (refs) => {
      // driver: every state that is delivered is read here, a hot path
      const rows = await db.driver.statusHistory.find({ _id: { $in: [...refs] } }).toArray()
      const assets = await db.models.assets
        .find<AssetName>({ _id: trusted({ $in: rows.map(({ asset }) => asset) }) })
        .select({ AssetType: 1, AssetId: 1 })
      const names = new Map(assets.map((asset) => [asset._id.toHexString(), asset]))
      return new Map(
        rows.map((row) => {
          const asset = names.get(row.asset.toHexString())
          return [row._id, asset ? stateDelivery(row, asset) : null]
        }),
      )
    },
  }
}

/** A state as the ingestion of device states takes it. */
function stateDelivery(row: StatusHistoryDoc, { _id, AssetType, AssetId }: AssetName): Delivery {
  const { provider, time, Fields, alarm } = row
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
      ...Object.fromEntries(Object.entries(Fields).map(([name, value]) => [name, plainValue(value)])),
      alarm,
    }),
    ...(AssetType === PATIENT ? { patients: [lane] } : {}),
  }
}

/** What ingestion put a step deeper, as `{ Level }`, is the value itself again. */
function plainValue(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const values = Object.values(value)
  return values.length === 1 ? values[0] : value
}
