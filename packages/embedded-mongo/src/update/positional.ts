import { documentValue, fieldValue, T, type Value } from '../bson/value.ts'
import { buildDocument } from '../bson/writer.ts'
import { badValue, notImplemented } from '../errors.ts'
import { type PathPart, splitPath } from '../keys/index-keys.ts'
import { conjuncts, type Filter, type Leaf } from '../query/ast.ts'
import { compileElementTest, compileFilter, compilePredicate } from '../query/match.ts'
import { closeNode, type EditDocument } from './editable-document.ts'
import { asArray, locate, memberOf, setMember } from './path-target.ts'

/** The path that `a.$.b` stands for in a document: the position of the element that the filter found. */
export function resolvePosition(
  root: EditDocument,
  before: Buffer,
  parts: readonly string[],
  filter: Filter,
): string[] {
  const at = parts.indexOf('$')
  const head = parts.slice(0, at)
  const leaf = conditionOn(head.join('.'), before, filter)
  const place = head.length === 0 ? undefined : locate(root, head, false)
  const member = place && memberOf(place.container, place.name)
  const array = member && asArray(member)
  if (!place || !array)
    throw badValue(`The path '${head.join('.')}' must exist in the document in order to apply array updates.`)
  if (array !== member) setMember(place, array)
  const test = elementTest(leaf, head.join('.'))
  const index = array.items.findIndex((item) => test(closeNode(item)))
  if (index < 0) throw notFound()
  return [...head, String(index), ...parts.slice(at + 1)]
}

const notFound = () => badValue('The positional operator did not find the match needed from the query.')

/** The filter's condition on the array. Beside other arrays MongoDB takes the position in any of them: refused. */
function conditionOn(path: string, before: Buffer, filter: Filter): Leaf {
  const onArrays = conjuncts(filter).filter(
    (part): part is Leaf => part.kind === 'leaf' && crossesArray(documentValue(before), part.parts),
  )
  const [leaf, ...others] = onArrays
  if (others.length > 0) throw notImplemented('the positional operator behind conditions on several arrays')
  if (leaf && (leaf.path === path || leaf.path.startsWith(`${path}.`))) return leaf
  throw notFound()
}

function crossesArray(document: Value, parts: readonly PathPart[]): boolean {
  let value: Value | undefined = document
  for (const part of parts) {
    if (value?.type !== T.object) break
    value = fieldValue(value.buf, value.at, part.bytes)
  }
  return value?.type === T.array
}

function elementTest(leaf: Leaf, path: string): (value: Value) => boolean {
  const { predicate } = leaf
  if (leaf.path !== path) {
    const subPath = leaf.path.slice(path.length + 1)
    const test = compileFilter({ ...leaf, path: `v.${subPath}`, parts: splitPath(`v.${subPath}`) })
    return (value) => test(buildDocument([['v', value]]).buf, 0)
  }
  const test =
    predicate.op === 'elemMatchObject' || predicate.op === 'elemMatchValue'
      ? compileElementTest(predicate)
      : compilePredicate(predicate)
  return (value) => test(value.type, value.buf, value.at)
}
