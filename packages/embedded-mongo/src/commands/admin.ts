import { documentBytes } from '../bson/make.ts'
import type { Engine } from './engine.ts'
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
