import { fromJs } from '../bson/make.ts'
import type { Engine } from '../commands/engine.ts'
import { runStatements } from '../commands/statements.ts'
import { parseFilter } from '../query/parse.ts'

/** Removes expired documents of TTL indexes every `interval` milliseconds. */
export function startExpiry(engine: Engine, interval: number): { stop(): Promise<void> } {
  let running: Promise<void> = Promise.resolve()
  let stopped = false
  const timer = setInterval(() => {
    running = running.then(() => (stopped ? undefined : expire(engine))).catch(() => undefined)
  }, interval)
  timer.unref()
  return {
    async stop() {
      stopped = true
      clearInterval(timer)
      await running
    },
  }
}

/** Removes expired documents once. Only dates count; an array counts by its earliest date. */
async function expire(engine: Engine): Promise<void> {
  for (const collection of engine.catalogue.all()) {
    for (const { record } of collection.indexes) {
      if (record.expireAfterSeconds === undefined || record.building) continue
      const until = new Date(Date.now() - record.expireAfterSeconds * 1000)
      const filter = parseFilter(fromJs({ [record.key[0]![0]]: { $lt: until } }))
      await runStatements(engine, {
        db: collection.db,
        collection: collection.name,
        statements: [() => ({ filter, multi: true, sort: [] })],
        ordered: true,
      })
    }
  }
}
