import type { Preferences, TableChoice, TableName } from '@wardtrack/contracts'
import { createEmitter, type ReadableStore } from './create-store.ts'
import { keepPreferences } from './own-profile.ts'
import { session } from './session/index.ts'

const changes = createEmitter()
/** Choices made in this window: newer than whatever the account says of them. */
const chosenHere = new Set<string>()

/** Several people may use one browser: each has a choice of their own. */
const keyOf = (table: string): string => {
  const person = session.read()?.userName
  return `wardtrack.table.${table}${person ? `.${person.toLowerCase()}` : ''}`
}

/** What this browser remembers of a table, as text: shown at once, before the account has been read. */
export const storedTableChoice = (table: TableName): ReadableStore<string> => ({
  subscribe: changes.subscribe,
  read: () => localStorage.getItem(keyOf(table)) ?? '{}',
})

/** The choice in such a text; everything is shown where it cannot be read. */
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

/** Chooses columns and row height of a table, here and wherever the person signs in. */
export function chooseTableView(table: TableName, choice: TableChoice): void {
  chosenHere.add(keyOf(table))
  localStorage.setItem(keyOf(table), JSON.stringify(choice))
  keepPreferences({ tables: { [table]: choice } })
  changes.emit()
}

/** Takes over what the account says, except of tables that were changed in this window. */
export function adoptTableChoices(tables: NonNullable<Preferences['tables']>): void {
  for (const [table, choice] of Object.entries(tables))
    if (!chosenHere.has(keyOf(table))) localStorage.setItem(keyOf(table), JSON.stringify(choice))
  changes.emit()
}
