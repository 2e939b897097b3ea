import { objectId } from '../bson/make.ts'
import { documentValue, fieldList, fieldValue } from '../bson/value.ts'
import { buildDocument } from '../bson/writer.ts'
import { StoreError } from '../errors.ts'
import { conjuncts, type Filter } from '../query/ast.ts'
import { closeDocument, EditDocument } from './editable-document.ts'
import { locate, memberOf, setMember } from './path-target.ts'
import { checkId, type Update } from './update.ts'

const ID = Buffer.from('_id')

/** An $or of one branch says the same as the branch. */
const onlyBranch = (part: Filter): Filter[] =>
  part.kind === 'or' && part.children.length === 1 ? conjuncts(part.children[0]!) : [part]

/** The document an upsert inserts: the filter's equalities (also within $and and an $or of one branch), then the update, then an _id. */
export function upsertDocument(filter: Filter, update: Update, now: number): Buffer {
  const seed = new EditDocument()
  for (const part of conjuncts(filter).flatMap(onlyBranch)) {
    if (part.kind !== 'leaf') continue
    const value =
      part.predicate.op === 'eq'
        ? part.predicate.value
        : part.predicate.op === 'in' &&
            part.predicate.values.length === 1 &&
            part.predicate.patterns.length === 0
          ? part.predicate.values[0]
          : undefined
    if (!value || (update.isReplacement && part.path !== '_id')) continue
    const place = locate(seed, part.path.split('.'), true)!
    if (memberOf(place.container, place.name) !== undefined) {
      throw new StoreError(54, `cannot infer query fields to set, path '${part.path}' is matched twice`)
    }
    setMember(place, value)
  }
  const before = closeDocument(seed)
  const after = update.apply(before, { now, inserting: true }, filter)
  const seeded = fieldValue(before, 0, ID)
  const id = fieldValue(after, 0, ID)
  if (seeded && id && !seeded.buf.subarray(seeded.at, seeded.end).equals(id.buf.subarray(id.at, id.end))) {
    throw new StoreError(66, "Performing an update on the path '_id' would modify the immutable field '_id'")
  }
  if (id) checkId(id)
  return id ? after : buildDocument([['_id', objectId()], ...fieldList(documentValue(after))]).buf
}
