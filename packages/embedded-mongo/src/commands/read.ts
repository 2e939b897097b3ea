import { double } from '../bson/make.ts'
import { isNumberType, numberOf } from '../bson/number.ts'
import { asString, fieldList, longAt, T, type Value } from '../bson/value.ts'
import { buildArray, buildDocument } from '../bson/writer.ts'
import { failedToParse, notImplemented, StoreError } from '../errors.ts'
import { visitFound } from '../query/turns.ts'
import type { Documents } from './cursors.ts'
import type { Engine } from './engine.ts'
import { notNegative, readQuery, runQuery } from './query.ts'
import type { Request } from './request.ts'

export async function find(engine: Engine, request: Request, owner: object): Promise<Buffer> {
  const options = { batchSize: notNegative(request, 'batchSize'), single: request.flag('singleBatch') }
  if (!isMajorityRead(request)) return firstBatch(engine, request, owner, options)
  const found = await engine.store.readDurable(async () => readWhole(await documentsOf(engine, request)))
  return engine.cursors.first(namespaceOfRequest(request), found, owner, options)
}

/** Reports if a request reads only durable writes: read concern `majority`. */
function isMajorityRead(request: Request): boolean {
  const concern = request.document('readConcern')
  if (!concern) return false
  const [[name, level] = [], ...more] = fieldList(concern)
  if (name !== 'level' || level?.type !== T.string || asString(level) !== 'majority' || more.length > 0)
    throw notImplemented("read concerns but { level: 'majority' }")
  return true
}

/** Reads all documents before the first is answered. */
async function readWhole(documents: Documents): Promise<Buffer[]> {
  const found: Buffer[] = []
  await visitFound(documents, (document) => found.push(document))
  return found
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

const namespaceOfRequest = (request: Request): string => `${request.db}.${request.collection()}`

const documentsOf = ({ store, catalogue }: Engine, request: Request): Promise<Documents> =>
  runQuery(store, catalogue.find(request.db, request.collection()), readQuery(request))

async function firstBatch(
  engine: Engine,
  request: Request,
  owner: object,
  options: { batchSize: number | undefined; single?: boolean },
): Promise<Buffer> {
  const documents = await documentsOf(engine, request)
  return engine.cursors.first(namespaceOfRequest(request), documents, owner, options)
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
