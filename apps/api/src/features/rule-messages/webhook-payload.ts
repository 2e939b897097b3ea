import type { NotificationDoc, NotificationRuleDoc } from '@wardtrack/database'

/** Notifications, and assets of each, that one webhook tells of one by one. */
const MAX_NOTIFICATIONS = 200
const MAX_ASSETS = 200

/**
 * The body that a webhook is sent, JSON. `count` says how many notifications there are and each `count` of how many
 * assets they tell, of which the first are listed.
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
      count: doc.entries.length,
      assets: doc.entries.slice(0, MAX_ASSETS).map(({ AssetId, place, at }) => ({
        AssetId,
        place,
        at: at.toISOString(),
      })),
    })),
  })
}
