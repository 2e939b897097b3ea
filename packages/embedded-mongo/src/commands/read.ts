import { double } from '../bson/make.ts'
import { isNumberType, numberOf } from '../bson/number.ts'
import { fieldList, longAt, T, type Value } from '../bson/value.ts'
import { buildArray, buildDocument } from '../bson/writer.ts'
import { failedToParse, notImplemented, StoreError } from '../errors.ts'
import type { Engine } from './engine.ts'
import { notNegative, readQuery, runQuery } from './query.ts'
import type { Request } from './request.ts'

export async function find(engine: Engine, request: Request, owner: object): Promise<Buffer> {
  return firstBatch(engine, request, owner, {
    batchSize: notNegative(request, 'batchSize'),
    single: request.flag('singleBatch'),
  })
}

export async function aggregate(engine: Engine, request: Request, owner: object): Promise<Buffer> {
  if (request.get('aggregate')?.type !== T.string)
    throw notImplemented('aggregates over anything but collections')
  const cursor = request.document('cursor')
  if (!cursor)
    throw failedToParse("The 'cursor' option is required, except for aggregate with the explain argument")
  const batchSize = fieldList(cursor).find(([name]) => name === 'batchSize')?.[1]
  return firstBatch(engine, request, owner, {
    batchSize: batchSize && isNumberType(batchSize.type) ? numberOf(batchSize) : undefined,
  })
}

async function firstBatch(
  { store, catalogue, cursors }: Engine,
  request: Request,
  owner: object,
  options: { batchSize: number | undefined; single?: boolean },
): Promise<Buffer> {
  const name = request.collection()
  const documents = await runQuery(store, catalogue.find(request.db, name), readQuery(request))
  return cursors.first(`${request.db}.${name}`, documents, owner, options)
}

export async function getMore(engine: Engine, request: Request): Promise<Buffer> {
  const id = request.get('getMore')
  if (id?.type !== T.long)
    throw new StoreError(14, "BSON field 'getMore.getMore' is the wrong type, expected type 'long'")
  const name = request.text('collection') ?? ''
  return engine.cursors.more(longAt(id.buf, id.at), `${request.db}.${name}`, request.number('batchSize'))
}

export function killCursors(engine: Engine, request: Request): Buffer {
  const killed: Value[] = []
  const unknown: Value[] = []
  for (const id of request.documents('cursors')) {
    const known = id.type === T.long && engine.cursors.kill(longAt(id.buf, id.at))
    ;(known ? killed : unknown).push(id)
  }
  return buildDocument([
    ['cursorsKilled', buildArray(killed)],
    ['cursorsNotFound', buildArray(unknown)],
    ['cursorsAlive', buildArray([])],
    ['cursorsUnknown', buildArray([])],
    ['ok', double(1)],
  ]).buf
}
