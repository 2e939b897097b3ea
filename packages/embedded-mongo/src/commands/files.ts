import { isAbsolute } from 'node:path'
import { documentBytes } from '../bson/make.ts'
import { StoreError } from '../errors.ts'
import type { Engine } from './engine.ts'
import type { Request } from './request.ts'

/**
 * Rewrites the files of the whole store, whichever collection is named. Afterwards no file holds overwritten or removed
 * data.
 */
export async function compact(engine: Engine, request: Request): Promise<Buffer> {
  const name = request.collection()
  if (!engine.catalogue.find(request.db, name))
    throw new StoreError(26, `Collection '${request.db}.${name}' does not exist`)
  await engine.exclusive(() => engine.store.rewrite())
  return documentBytes({ bytesFreed: 0, wholeStore: true, ok: 1 })
}

/**
 * Runs `{ copyStore: PATH }`, which MongoDB does not have. Copies the state of one moment into a file that opens as the
 * `store.mdb` of another directory.
 */
export async function copyStore(engine: Engine, request: Request): Promise<Buffer> {
  const path = request.toObject()['copyStore']
  if (typeof path !== 'string' || !isAbsolute(path))
    throw new StoreError(9, 'copyStore takes an absolute path')
  await engine.exclusive(() => engine.store.copyTo(path))
  return documentBytes({ ok: 1 })
}
