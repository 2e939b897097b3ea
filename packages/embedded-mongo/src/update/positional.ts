import { T, type Value } from '../bson/value.ts'
import { buildDocument } from '../bson/writer.ts'
import { badValue } from '../errors.ts'
import { splitPath } from '../keys/index-keys.ts'
import { conjuncts, type DocumentTest, type Filter, type Leaf } from '../query/ast.ts'
import { compileFilter, compilePredicate } from '../query/match.ts'
import { closeNode, EditArray, type EditDocument, type EditNode } from './editable-document.ts'
import { asArray, locate, memberOf, setMember } from './path-target.ts'

const isPlaceholder = (part: string) => part === '$' || /^\$\[[a-zA-Z0-9_]*\]$/.test(part)
/** The name of the array filter that a part of a path refers to, empty when it refers to none. */
export const arrayFilterName = (part: string): string => (part.startsWith('$[') ? part.slice(2, -1) : '')
export const hasPlaceholder = (parts: readonly string[]) => parts.some(isPlaceholder)

/** The concrete paths that `a.$.b`, `a.$[].b` or `a.$[name].b` stand for in this document. */
export function expandPath(
  root: EditDocument,
  parts: readonly string[],
  filter: Filter,
  filters: ReadonlyMap<string, DocumentTest>,
): string[][] {
  const at = parts.findIndex(isPlaceholder)
  if (at < 0) return [[...parts]]
  const head = parts.slice(0, at)
  const array = arrayAt(root, head)
  const placeholder = parts[at]!
  const chosen =
    placeholder === '$'
      ? [matchedPosition(head.join('.'), array, filter)]
      : matching(array, placeholder, filters)
  return chosen.flatMap((index) =>
    expandPath(root, [...head, String(index), ...parts.slice(at + 1)], filter, filters),
  )
}

function arrayAt(root: EditDocument, path: readonly string[]): EditArray {
  const place = path.length === 0 ? undefined : locate(root, path, false)
  const member = place && memberOf(place.container, place.name)
  const array = member && asArray(member)
  if (!place || !array)
    throw badValue(`The path '${path.join('.')}' must exist in the document in order to apply array updates.`)
  if (array !== member) setMember(place, array)
  return array
}

function matching(
  array: EditArray,
  placeholder: string,
  filters: ReadonlyMap<string, DocumentTest>,
): number[] {
  const name = arrayFilterName(placeholder)
  const test = name === '' ? () => true : filters.get(name)!
  return array.items.flatMap((item, index) =>
    test(buildDocument([[name || 'item', closeNode(item)]]).buf, 0) ? [index] : [],
  )
}

/** The first element that satisfies a condition of the filter on this array. */
function matchedPosition(path: string, array: EditArray, filter: Filter): number {
  const leaves = conjuncts(filter).filter(
    (part): part is Leaf => part.kind === 'leaf' && (part.path === path || part.path.startsWith(`${path}.`)),
  )
  for (const leaf of leaves) {
    const test = elementTest(leaf, path)
    const index = array.items.findIndex((item) => test(closeNode(item)))
    if (index >= 0) return index
  }
  throw badValue('The positional operator did not find the match needed from the query.')
}

function elementTest(leaf: Leaf, path: string): (value: Value) => boolean {
  const { predicate } = leaf
  if (leaf.path !== path) {
    const rest = leaf.path.slice(path.length + 1)
    const test = compileFilter({ ...leaf, path: `v.${rest}`, parts: splitPath(`v.${rest}`) })
    return (value) => test(wrapped(value), 0)
  }
  if (predicate.op === 'elemMatchObject') {
    const test = compileFilter(predicate.filter)
    return (value) => (value.type === T.object || value.type === T.array) && test(value.buf, value.at)
  }
  if (predicate.op === 'elemMatchValue') {
    const tests = predicate.predicates.map((item) => ({
      test: compilePredicate(item.predicate),
      negated: item.negated,
    }))
    return (value) => tests.every(({ test, negated }) => test(value.type, value.buf, value.at) !== negated)
  }
  const test = compilePredicate(predicate)
  return (value) => test(value.type, value.buf, value.at)
}

const wrapped = (value: EditNode) => buildDocument([['v', closeNode(value)]]).buf
