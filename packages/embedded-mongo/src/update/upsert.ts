import { documentValue, type Value } from '../bson/value.ts'
import { StoreError } from '../errors.ts'
import { conjuncts, type Filter } from '../query/ast.ts'
import { closeDocument, EditDocument } from './editable-document.ts'
import { locate, memberOf, setMember } from './path-target.ts'
import { checkSameId, storedDocument, type Update } from './update.ts'

/** Creates the document that an upsert inserts: the filter's equalities, then the update, then an _id. */
export function upsertDocument(filter: Filter, update: Update): Buffer {
  const seed = new EditDocument()
  for (const { path, value } of equalities(filter)) {
    if (update.isReplacement && path !== '_id') continue
    const place = locate(seed, path.split('.'), true)!
    if (memberOf(place.container, place.name) !== undefined)
      throw new StoreError(54, `cannot infer query fields to set, path '${path}' is matched twice`)
    setMember(place, value)
  }
  const before = closeDocument(seed)
  const after = update.apply(before, filter, true)
  checkSameId(before, after)
  return storedDocument(documentValue(after))
}

/** Returns the equalities of a filter, including those in $and, and in $in or $or with a single value or branch. */
function equalities(filter: Filter): { path: string; value: Value }[] {
  return conjuncts(filter).flatMap((part) => {
    if (part.kind === 'or' && part.children.length === 1) return equalities(part.children[0]!)
    if (part.kind !== 'leaf') return []
    const { path, predicate } = part
    const [only, ...others] = predicate.op === 'in' ? predicate.values : []
    const value = predicate.op === 'eq' ? predicate.value : others.length === 0 ? only : undefined
    return value ? [{ path, value }] : []
  })
}
