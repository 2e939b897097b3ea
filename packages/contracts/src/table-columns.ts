/**
 * The tables of the console whose columns people choose, and the columns that can be hidden. Choices are stored by these
 * names with the account: a name never changes its meaning.
 */
export const TABLE_COLUMNS = {
  'asset-list': ['type', 'id', 'category'],
  'asset-rules': ['assetType', 'conditions', 'enabled', 'delete'],
  'geofence-alerts': ['state', 'geofence', 'asset', 'location', 'raised'],
  'notification-rules': ['assetType', 'field', 'raiseValue', 'priority', 'enabled', 'delete'],
  people: ['person', 'state', 'privileges', 'patientData', 'secondFactor', 'lastSignIn'],
} as const satisfies Record<string, readonly [string, ...string[]]>

/** A table whose columns people choose. */
export type TableName = keyof typeof TABLE_COLUMNS
/** A column that can be hidden of such a table. */
export type TableColumn<Table extends TableName = TableName> = (typeof TABLE_COLUMNS)[Table][number]

/** What a person chose for one table. */
export interface TableChoice {
  /** names of columns */
  readonly hidden: readonly string[]
  /** rows of little height */
  readonly compact: boolean
}
