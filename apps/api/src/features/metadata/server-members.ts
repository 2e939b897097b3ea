/** Members of pushed items that say what, when and of whom, and are no values of an asset. */
export const ITEM_MEMBERS: ReadonlySet<string> = new Set([
  'AssetType',
  'AssetId',
  'CustomTags',
  'LocationTags',
  'provider',
])

/** Members of an asset that the server keeps itself. */
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

/** Members of a device's state that are no fields. */
const STATE_MEMBERS: ReadonlySet<string> = new Set(['tagId', 'time', 'eventId', 'deviceId', 'alarm'])

/** Whether no entry of the mapping can have this name, because a pushed item means something else by it. */
export const isServerName = (name: string): boolean =>
  ITEM_MEMBERS.has(name) || SERVER_MEMBERS.has(name) || STATE_MEMBERS.has(name)
