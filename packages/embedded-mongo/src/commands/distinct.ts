import { double, emptyDocument } from '../bson/make.ts'
import { detached, elementList, T, Value, valueEnd } from '../bson/value.ts'
import { buildArray, buildDocument } from '../bson/writer.ts'
import { splitPath } from '../keys/index-keys.ts'
import { compareValues, equalityKey } from '../keys/key-writer.ts'
import { conjuncts, type DocumentTest, type Filter } from '../query/ast.ts'
import { documentsOfValues, indexOfValues } from '../query/distinct-walk.ts'
import { parseFilter } from '../query/parse.ts'
import { anyValue } from '../query/path.ts'
import { sourceOf, type Walk } from '../query/plan.ts'
import { planQuery } from '../query/planner.ts'
import { runScan } from '../query/scan.ts'
import { visitFound } from '../query/turns.ts'
import type { Collection } from '../storage/catalogue.ts'
import { documentKey } from '../storage/record-keys.ts'
import type { Engine } from './engine.ts'
import type { Request } from './request.ts'

export async function distinct(engine: Engine, request: Request): Promise<Buffer> {
  const key = request.text('key') ?? ''
  const collection = engine.catalogue.find(request.db, request.collection())
  const filter = parseFilter(request.document('query') ?? emptyDocument)
  const values = new Map<string, Value>()
  if (collection) {
    const collect = createValueCollector(key, values)
    await visitFound(documentsOfDistinct(engine, collection, key, filter), (bytes) => collect(bytes, 0))
  }
  const sorted = [...values.values()].sort(compareValues)
  return buildDocument([
    ['values', buildArray(sorted)],
    ['ok', double(1)],
  ]).buf
}

/** Yields documents that together hold all values of a path: one for each value if an index allows it. */
function* documentsOfDistinct(
  { store }: Engine,
  collection: Collection,
  key: string,
  filter: Filter,
): Walk<Buffer> {
  const source = sourceOf(store, collection)
  const index = conjuncts(filter).length > 0 ? undefined : indexOfValues(collection, key)
  if (index) {
    for (const rid of documentsOfValues(source, index))
      yield rid === undefined ? undefined : store.lmdb.documents.get(documentKey(collection.number, rid))
    return
  }
  const plan = planQuery(store, collection, { filter, sort: [], wanted: undefined })
  for (const found of runScan(source, plan)) yield found?.bytes
}

/** Collects the distinct values of a path: the elements of arrays, not the arrays. */
function createValueCollector(key: string, values: Map<string, Value>): DocumentTest {
  const note = (value: Value) => {
    const text = equalityKey(value)
    if (!values.has(text)) values.set(text, detached(value))
  }
  return anyValue(
    splitPath(key),
    (type, buf, at) => {
      if (type === T.array) elementList(new Value(type, buf, at, valueEnd(type, buf, at))).forEach(note)
      else if (type !== T.missing) note(new Value(type, buf, at, valueEnd(type, buf, at)))
      return false
    },
    true,
  )
}
