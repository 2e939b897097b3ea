import { compareValues } from '../bson/compare.ts'
import { isNumberType, numberOf } from '../bson/number.ts'
import { elementList, fieldList, T, type Value } from '../bson/value.ts'
import { buildDocument } from '../bson/writer.ts'
import { badValue, StoreError } from '../errors.ts'
import { compileFilter } from '../query/match.ts'
import { parseFilter } from '../query/parse.ts'
import { parseSort, sortKeyMaker } from '../query/sort.ts'
import { typeName } from '../query/type-names.ts'
import { closeNode, EditArray, type EditDocument, type EditNode, typeOf } from './editable-document.ts'
import { asArray, locate, memberOf, setMember } from './path-target.ts'

/** $push, $addToSet, $pull, $pullAll and $pop. */
export function changeArray(
  operator: string,
  root: EditDocument,
  path: readonly string[],
  operand: Value,
): void {
  const adds = operator === '$push' || operator === '$addToSet'
  const place = locate(root, path, adds)
  const present = place && memberOf(place.container, place.name)
  if (!place || (present === undefined && !adds)) return
  const array = present === undefined ? new EditArray() : asArray(present)
  if (!array) throw notAnArray(operator, path, present!)
  if (operator === '$push') push(array, operand)
  else if (operator === '$addToSet') addToSet(array, operand)
  else if (operator === '$pop') pop(array, operand)
  else remove(array, operator === '$pull' ? pullTest(operand) : pullAllTest(operand))
  setMember(place, array)
}

function notAnArray(operator: string, path: readonly string[], node: EditNode): StoreError {
  const type = typeName(typeOf(node))
  if (operator === '$pop')
    return new StoreError(14, `Path '${path.join('.')}' contains an element of non-array type '${type}'`)
  return new StoreError(
    2,
    `The field '${path.join('.')}' must be an array but is of type ${type} in document`,
  )
}

/** The members of `{ $each: […], … }`, or undefined when the operand is a plain value. */
function modifiers(operand: Value, allowed: readonly string[]): Map<string, Value> | undefined {
  if (operand.type !== T.object) return undefined
  const fields = new Map(fieldList(operand))
  const each = fields.get('$each')
  if (!each) return undefined
  if (each.type !== T.array)
    throw badValue(
      `The argument to $each in $push must be an array but it was of type ${typeName(each.type)}`,
    )
  for (const name of fields.keys()) {
    if (!allowed.includes(name)) throw badValue(`Unrecognized clause in $push: ${name}`)
  }
  return fields
}

function whole(value: Value | undefined, name: string): number | undefined {
  if (!value) return undefined
  const number = isNumberType(value.type) ? numberOf(value) : Number.NaN
  if (!Number.isInteger(number)) throw badValue(`The value for ${name} must be an integer value`)
  return number
}

function push(array: EditArray, operand: Value): void {
  const given = modifiers(operand, ['$each', '$slice', '$position', '$sort'])
  if (!given) {
    array.items.push(operand)
    return
  }
  const added = elementList(given.get('$each')!)
  const position = whole(given.get('$position'), '$position')
  array.items.splice(position ?? array.items.length, 0, ...added)
  const sort = given.get('$sort')
  if (sort) sortItems(array, sort)
  const slice = whole(given.get('$slice'), '$slice')
  if (slice === undefined) return
  const kept = slice < 0 ? array.items.slice(slice) : array.items.slice(0, slice)
  array.items.splice(0, array.items.length, ...kept)
}

function sortItems(array: EditArray, sort: Value): void {
  const values = array.items.map(closeNode)
  if (sort.type === T.object) {
    const keyOf = sortKeyMaker(parseSort(sort))
    const keys = new Map(values.map((value) => [value, keyOf(documentOf(value))]))
    values.sort((a, b) => Buffer.compare(keys.get(a)!, keys.get(b)!))
  } else {
    const direction = whole(sort, '$sort')
    if (direction !== 1 && direction !== -1) throw badValue('The $sort element value must be either 1 or -1')
    values.sort((a, b) => compareValues(a, b) * direction)
  }
  array.items.splice(0, array.items.length, ...values)
}

const documentOf = (value: Value): Buffer =>
  value.type === T.object ? value.buf.subarray(value.at, value.end) : buildDocument([]).buf

function addToSet(array: EditArray, operand: Value): void {
  const given = modifiers(operand, ['$each'])
  const added = given ? elementList(given.get('$each')!) : [operand]
  const present = array.items.map(closeNode)
  for (const value of added) {
    if (present.some((other) => compareValues(other, value) === 0)) continue
    present.push(value)
    array.items.push(value)
  }
}

function pop(array: EditArray, operand: Value): void {
  const end = isNumberType(operand.type) ? numberOf(operand) : 0
  if (end === 1) array.items.pop()
  else if (end === -1) array.items.shift()
  else throw new StoreError(9, `$pop expects 1 or -1, found: ${end}`)
}

function remove(array: EditArray, matches: (value: Value) => boolean): void {
  const kept = array.items.filter((item) => !matches(closeNode(item)))
  if (kept.length !== array.items.length) array.items.splice(0, array.items.length, ...kept)
}

function pullAllTest(operand: Value): (value: Value) => boolean {
  if (operand.type !== T.array) throw badValue('$pullAll requires an array argument')
  const unwanted = elementList(operand)
  return (value) => unwanted.some((other) => compareValues(other, value) === 0)
}

/** $pull: a document is a condition on embedded documents, operators are a condition on values, else equality. */
function pullTest(operand: Value): (value: Value) => boolean {
  if (operand.type === T.regex || (operand.type === T.object && startsWithOperator(operand))) {
    const test = compileFilter(parseFilter(buildDocument([['v', operand]])))
    return (value) => test(wrap(value), 0)
  }
  if (operand.type !== T.object) return (value) => compareValues(operand, value) === 0
  const test = compileFilter(parseFilter(operand))
  return (value) => value.type === T.object && test(value.buf, value.at)
}

const startsWithOperator = (operand: Value) =>
  operand.buf[operand.at + 4] !== 0 && operand.buf[operand.at + 5] === 0x24
const wrap = (value: Value) => buildDocument([['v', value]]).buf
