import type { NotificationDoc, NotificationRuleDoc } from '@wardtrack/database'
import { firstPerAsset } from '../notifications/index.ts'

/** Notifications, and assets of each, that one webhook tells of one by one. */
const MAX_NOTIFICATIONS = 200
const MAX_ASSETS = 200

/**
 * Body of a webhook, JSON. `count` is the number of notifications. Of each notification, `count` is the number of
 * distinct assets, of which the first are listed, and `times` the number of firings.
 */
export function webhookPayload(
  id: string,
  { _id, Name, Priority }: NotificationRuleDoc,
  notifications: readonly NotificationDoc[],
  messages: readonly string[],
): string {
  return JSON.stringify({
    id,
    rule: { id: _id.toHexString(), name: Name, priority: Priority },
    count: notifications.length,
    notifications: notifications.slice(0, MAX_NOTIFICATIONS).map((doc, index) => ({
      id: doc._id,
      message: messages[index] ?? '',
      createdAt: doc.createdAt.toISOString(),
      AssetType: doc.AssetType,
      field: doc.field,
      ...(doc.value === undefined ? {} : { value: doc.value }),
      ...assetsOf(doc),
    })),
  })
}

function assetsOf({ entries }: NotificationDoc) {
  const assets = firstPerAsset(entries)
  return {
    count: assets.length,
    times: entries.length,
    assets: assets
      .slice(0, MAX_ASSETS)
      .map(({ AssetId, place, at }) => ({ AssetId, place, at: at.toISOString() })),
  }
}
