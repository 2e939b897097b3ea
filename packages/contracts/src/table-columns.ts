/**
 * Tables of the console with a choice of columns, and the columns that can be hidden. Accounts store choices by these
 * names, so a name never changes its meaning.
 */
export const TABLE_COLUMNS = {
  'asset-list': ['type', 'id', 'category'],
  'asset-rules': ['assetType', 'conditions', 'enabled', 'delete'],
  'geofence-alerts': ['state', 'geofence', 'asset', 'location', 'raised'],
  'notification-rules': ['assetType', 'field', 'raiseValue', 'priority', 'enabled', 'delete'],
  people: ['person', 'state', 'privileges', 'patientData', 'secondFactor', 'lastSignIn'],
} as const satisfies Record<string, readonly [string, ...string[]]>

/** A table with a choice of columns. */
export type TableName = keyof typeof TABLE_COLUMNS
/** A column of such a table that can be hidden. */
export type TableColumn<Table extends TableName = TableName> = (typeof TABLE_COLUMNS)[Table][number]

/** Choice of a user for one table. */
export interface TableChoice {
  /** names of hidden columns */
  readonly hidden: readonly string[]
  /** true for low rows */
  readonly compact: boolean
}
