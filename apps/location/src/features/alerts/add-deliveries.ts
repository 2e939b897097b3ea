import type { GeofenceAlert, MirthField } from '@wardtrack/contracts'
import { type Database, settingId } from '@wardtrack/database'

const KIND = 'GeofenceAlert' satisfies MirthField

/** Puts alerts into the outbox when the Mirth settings name an address for them. Repeating it changes nothing. */
export async function addDeliveries(db: Database, alerts: readonly GeofenceAlert[]): Promise<void> {
  const setting = await db.settings.findOne({ _id: settingId('Mirth', 'Mirth') })
  if (!setting?.Fields[KIND] || alerts.length === 0) return
  const now = new Date()
  const writes = alerts.map((alert) => ({
    updateOne: {
      filter: { _id: `${KIND}|${alert.id}` },
      update: {
        $setOnInsert: {
          kind: KIND,
          payload: JSON.stringify(alert),
          pending: true as const,
          createdAt: now,
          attempts: 0,
          nextAt: now,
        },
      },
      upsert: true,
    },
  }))
  await db.deliveries.bulkWrite(writes, { ordered: false })
}
