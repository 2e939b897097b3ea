import type { Preferences, TableChoice, TableName } from '@wardtrack/contracts'
import { createEmitter, type ReadableStore } from './create-store.ts'
import { keepPreferences } from './own-profile.ts'
import { session } from './session/index.ts'

const changes = createEmitter()
/** Tables whose choice was changed in this window, and is newer than the account's. */
const chosenHere = new Set<string>()

/** Returns the storage key of a table for the current user, because several users may share a browser. */
const keyOf = (table: string): string => {
  const person = session.read()?.userName
  return `wardtrack.table.${table}${person ? `.${person.toLowerCase()}` : ''}`
}

/** Store of a table's choice in this browser as text, for display before the account is read. */
export const storedTableChoice = (table: TableName): ReadableStore<string> => ({
  subscribe: changes.subscribe,
  read: () => localStorage.getItem(keyOf(table)) ?? '{}',
})

/** Parses a stored choice; everything is shown if it is unreadable. */
export function parseTableChoice(text: string): TableChoice {
  try {
    const { hidden, compact } = JSON.parse(text) as Partial<TableChoice>
    return {
      hidden: Array.isArray(hidden) ? hidden.filter((name) => typeof name === 'string') : [],
      compact: compact === true,
    }
  } catch {
    return { hidden: [], compact: false }
  }
}

/** Saves columns and row height of a table, in this browser and with the account. */
export function chooseTableView(table: TableName, choice: TableChoice): void {
  chosenHere.add(keyOf(table))
  localStorage.setItem(keyOf(table), JSON.stringify(choice))
  keepPreferences({ tables: { [table]: choice } })
  changes.emit()
}

/** Applies the account's choices, except for tables that were changed in this window. */
export function adoptTableChoices(tables: NonNullable<Preferences['tables']>): void {
  for (const [table, choice] of Object.entries(tables))
    if (!chosenHere.has(keyOf(table))) localStorage.setItem(keyOf(table), JSON.stringify(choice))
  changes.emit()
}
