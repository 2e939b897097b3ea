import { type Database, openDatabase } from '@wardtrack/database'

/** A command sent to the store, and the number of keys and documents that it examined. */
export type StoreWork = { command: string; keysExamined: number; docsExamined: number }

/** A connection that records the commands sent to the store, and their work. */
export type WatchedDatabase = {
  db: Database
  /** the commands of an action in their order, with their work on the current data */
  workOf(action: () => Promise<unknown>): Promise<StoreWork[]>
}

/** Members of a command that define the request; the others belong to the connection. */
const ASKED = [
  'find',
  'aggregate',
  'count',
  'filter',
  'query',
  'pipeline',
  'cursor',
  'sort',
  'skip',
  'limit',
  'hint',
]

/** Opens a watched connection to the store of a test. */
export async function watchDatabase(storeUri: string): Promise<WatchedDatabase> {
  const uri = new URL(storeUri)
  uri.searchParams.set('monitorCommands', 'true')
  const db = await openDatabase(uri.href)
  let commands: Record<string, unknown>[] = []
  db.connection
    .getClient()
    .on('commandStarted', ({ command }) => commands.push(command as Record<string, unknown>))
  return {
    db,
    workOf: async (action) => {
      commands = []
      await action()
      const requests = commands.filter(
        (command) => 'find' in command || 'aggregate' in command || 'count' in command,
      )
      const works: StoreWork[] = []
      for (const command of requests) works.push(await workOf(db, command))
      return works
    },
  }
}

async function workOf(db: Database, sent: Record<string, unknown>): Promise<StoreWork> {
  const command = Object.fromEntries(Object.entries(sent).filter(([name]) => ASKED.includes(name)))
  const explained = await db.connection.db?.command({ explain: command, verbosity: 'executionStats' })
  const statistics: Record<string, number> = explained?.['executionStats'] ?? {}
  const { totalKeysExamined, totalDocsExamined } = statistics
  return {
    command: JSON.stringify(command, (_name, value: unknown) =>
      value instanceof RegExp ? String(value) : value,
    ),
    keysExamined: totalKeysExamined ?? Number.NaN,
    docsExamined: totalDocsExamined ?? Number.NaN,
  }
}
