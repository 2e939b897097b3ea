/** Members of pushed items that identify the event and its subject, and are not values of an asset. */
export const ITEM_MEMBERS: ReadonlySet<string> = new Set([
  'AssetType',
  'AssetId',
  'CustomTags',
  'LocationTags',
  'provider',
])

/** Members of an asset that the server writes itself. */
export const SERVER_MEMBERS: ReadonlySet<string> = new Set([
  'AssetStatus',
  'Fields',
  'FieldTimes',
  'Mappings',
  'CurrentLocation',
  'HomeLocation',
  'TagKeys',
  'SearchGrams',
  'SearchWords',
  'createdAt',
  'updatedAt',
])

/** Members of a device's state that are not fields. */
const STATE_MEMBERS: ReadonlySet<string> = new Set(['tagId', 'time', 'eventId', 'deviceId', 'alarm'])

/** Returns true if no entry may have this name, because it has another meaning in pushed items. */
export const isServerName = (name: string): boolean =>
  ITEM_MEMBERS.has(name) || SERVER_MEMBERS.has(name) || STATE_MEMBERS.has(name)
