import type { NotificationDoc, NotificationRuleDoc } from '@wardtrack/database'
import { firstPerAsset } from '../notifications/index.ts'

/** Maximum number of notifications, and of assets in each, that one webhook lists. */
const MAX_NOTIFICATIONS = 200
const MAX_ASSETS = 200

/**
 * Returns the JSON body of a webhook. The top-level `count` is the number of notifications. Each notification has the
 * number of its assets in `count`, the first of them as a list, and the number of firings in `times`.
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
