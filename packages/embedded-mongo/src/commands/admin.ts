import { documentBytes } from '../bson/make.ts'
import { documentValue } from '../bson/value.ts'
import { compileFilter } from '../query/match.ts'
import { parseFilter } from '../query/parse.ts'
import type { Engine } from './engine.ts'
import { describeIndex } from './indexes.ts'
import type { Request } from './request.ts'

export async function create(engine: Engine, request: Request): Promise<Buffer> {
  const name = request.collection()
  await engine.ensure(request.db, name)
  return documentBytes({ ok: 1 })
}

export async function drop(engine: Engine, request: Request): Promise<Buffer> {
  const name = request.collection()
  return engine.exclusive(async () => {
    const collection = engine.catalogue.find(request.db, name)
    if (!collection) return documentBytes({ ok: 1 })
    const nIndexesWas = collection.indexes.length
    await engine.store.write(() => engine.catalogue.drop(collection))
    engine.sweepSoon()
    return documentBytes({ nIndexesWas, ns: `${request.db}.${name}`, ok: 1 })
  })
}

export async function dropDatabase(engine: Engine, request: Request): Promise<Buffer> {
  return engine.exclusive(async () => {
    await engine.store.write(() => {
      for (const collection of engine.catalogue.list(request.db)) engine.catalogue.drop(collection)
    })
    engine.sweepSoon()
    return documentBytes({ dropped: request.db, ok: 1 })
  })
}

export function listDatabases(engine: Engine, request: Request): Buffer {
  const filter = request.document('filter')
  const test = filter ? compileFilter(parseFilter(filter)) : () => true
  const databases = engine.catalogue
    .databases()
    .map((name) => ({ name, sizeOnDisk: 0, empty: false }))
    .filter((database) => test(documentBytes(database), 0))
  if (request.flag('nameOnly'))
    return documentBytes({ databases: databases.map(({ name }) => ({ name })), ok: 1 })
  return documentBytes({ databases, totalSize: 0, totalSizeMb: 0, ok: 1 })
}

export async function listCollections(engine: Engine, request: Request, owner: object): Promise<Buffer> {
  const filter = request.document('filter')
  const test = filter ? compileFilter(parseFilter(filter)) : () => true
  const nameOnly = request.flag('nameOnly')
  const documents = engine.catalogue
    .list(request.db)
    .map((collection) =>
      documentBytes({
        name: collection.name,
        type: 'collection',
        ...(nameOnly
          ? {}
          : { options: {}, info: { readOnly: false }, idIndex: describeIndex(collection.indexes[0]!) }),
      }),
    )
    .filter((document) => test(documentValue(document).buf, 0))
  return engine.cursors.first(`${request.db}.$cmd.listCollections`, documents.values(), owner)
}
