import { documentValue, fieldValue, T, type Value } from '../bson/value.ts'
import { badValue, notImplemented } from '../errors.ts'
import type { PathPart } from '../keys/index-keys.ts'
import { conjuncts, type Filter, type Leaf } from '../query/ast.ts'
import { compileElementTest, type ElemMatch } from '../query/match.ts'
import { closeNode, type EditDocument } from './editable-document.ts'
import { asArray, locate, memberOf, setMember } from './path-target.ts'

/** Replaces the `$` of a path such as `a.$.b` by the position of the element that the filter's $elemMatch found. */
export function resolvePosition(
  root: EditDocument,
  before: Buffer,
  parts: readonly string[],
  filter: Filter,
): string[] {
  const at = parts.indexOf('$')
  const head = parts.slice(0, at)
  const test = compileElementTest(elemMatchOn(head.join('.'), before, filter))
  const place = locate(root, head, false)!
  const array = asArray(memberOf(place.container, place.name)!)!
  setMember(place, array)
  const index = array.items.findIndex((item) => {
    const { type, buf, at: valueAt } = closeNode(item)
    return test(type, buf, valueAt)
  })
  return [...head, String(index), ...parts.slice(at + 1)]
}

/** Returns the filter's $elemMatch on the array. Refuses several conditions on arrays, for which MongoDB may use the position in any. */
function elemMatchOn(path: string, before: Buffer, filter: Filter): ElemMatch {
  const onArrays = conjuncts(filter).filter(
    (part): part is Leaf => part.kind === 'leaf' && crossesArray(documentValue(before), part.parts),
  )
  const [leaf, ...others] = onArrays
  if (!leaf) throw badValue('The positional operator did not find the match needed from the query.')
  const { predicate } = leaf
  const isElemMatch = predicate.op === 'elemMatchObject' || predicate.op === 'elemMatchValue'
  if (!isElemMatch || leaf.path !== path || others.length > 0)
    throw notImplemented('the positional operator behind anything but one $elemMatch on the array')
  return predicate
}

function crossesArray(document: Value, parts: readonly PathPart[]): boolean {
  let value: Value | undefined = document
  for (const part of parts) {
    if (value?.type !== T.object) break
    value = fieldValue(value.buf, value.at, part.bytes)
  }
  return value?.type === T.array
}
