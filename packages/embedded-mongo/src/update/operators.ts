import { compareValues } from '../bson/compare.ts'
import { date, int, toJs } from '../bson/make.ts'
import { addNumbers, isNumberType, multiplyNumbers } from '../bson/number.ts'
import { asString, fieldList, T, Value } from '../bson/value.ts'
import { badValue, failedToParse, StoreError, typeMismatch } from '../errors.ts'
import { typeName } from '../query/type-names.ts'
import { changeArray } from './array-operators.ts'
import { closeNode, EditArray, EditDocument, type EditNode, unplaced } from './editable-document.ts'
import { locate, memberOf, setMember } from './path-target.ts'

/** Circumstances of one application: what time it is, and whether the document is being inserted. */
export type UpdateContext = { now: number; inserting: boolean }

export const OPERATORS = new Set([
  '$set',
  '$unset',
  '$inc',
  '$mul',
  '$min',
  '$max',
  '$rename',
  '$setOnInsert',
  '$currentDate',
  '$push',
  '$addToSet',
  '$pull',
  '$pullAll',
  '$pop',
])

/** Carries out one operator on one concrete path. */
export function applyOperator(
  operator: string,
  root: EditDocument,
  path: readonly string[],
  operand: Value,
  context: UpdateContext,
): void {
  switch (operator) {
    case '$set':
      return assign(root, path, operand)
    case '$setOnInsert':
      return context.inserting ? assign(root, path, operand) : undefined
    case '$unset':
      return unset(root, path)
    case '$inc':
    case '$mul':
      return calculate(operator, root, path, operand)
    case '$min':
    case '$max':
      return extreme(operator, root, path, operand)
    case '$rename':
      return rename(root, path, operand)
    case '$currentDate':
      return assign(root, path, presentTime(operand, context.now))
    default:
      return changeArray(operator, root, path, operand)
  }
}

function assign(root: EditDocument, path: readonly string[], value: EditNode): void {
  const place = locate(root, path, true)!
  const present = memberOf(place.container, place.name)
  if (present instanceof Value && value instanceof Value && sameBytes(present, value)) return
  setMember(place, value)
}

const sameBytes = (a: Value, b: Value) =>
  a.type === b.type && a.buf.compare(b.buf, b.at, b.end, a.at, a.end) === 0

function unset(root: EditDocument, path: readonly string[]): void {
  const place = locate(root, path, false)
  if (!place) return
  if (place.container instanceof EditDocument) place.container.fields.delete(place.name)
  else if (memberOf(place.container, place.name) !== undefined)
    setMember(place, new Value(T.null, Buffer.alloc(0), 0, 0))
}

function calculate(
  operator: '$inc' | '$mul',
  root: EditDocument,
  path: readonly string[],
  operand: Value,
): void {
  const verb = operator === '$inc' ? 'increment' : 'multiply'
  if (!isNumberType(operand.type)) {
    throw typeMismatch(
      `Cannot ${verb} with non-numeric argument: {${path.join('.')}: ${JSON.stringify(toJs(operand))}}`,
    )
  }
  const place = locate(root, path, true)!
  const present = memberOf(place.container, place.name)
  if (present === undefined) {
    setMember(place, operator === '$inc' ? operand : multiplyNumbers(operand, int(0))!)
    return
  }
  if (!(present instanceof Value) || !isNumberType(present.type)) {
    const type =
      present instanceof Value ? typeName(present.type) : present instanceof EditArray ? 'array' : 'object'
    throw typeMismatch(
      `Cannot apply ${operator} to a value of non-numeric type. The field '${path[path.length - 1]}' has non-numeric type ${type}`,
    )
  }
  const result = operator === '$inc' ? addNumbers(present, operand) : multiplyNumbers(present, operand)
  if (!result) throw badValue(`Failed to apply ${operator} operations to current value: integer overflow`)
  setMember(place, result)
}

function extreme(
  operator: '$min' | '$max',
  root: EditDocument,
  path: readonly string[],
  operand: Value,
): void {
  const place = locate(root, path, true)!
  const present = memberOf(place.container, place.name)
  const order = present === undefined ? undefined : compareValues(operand, closeNode(present))
  if (order === undefined || (operator === '$min' ? order < 0 : order > 0)) setMember(place, operand)
}

function rename(root: EditDocument, path: readonly string[], operand: Value): void {
  if (operand.type !== T.string)
    throw badValue(`The 'to' field for $rename must be a string: ${path.join('.')}`)
  const from = locate(root, path, false)
  const moved = from && memberOf(from.container, from.name)
  if (!from || moved === undefined) return
  if (!(from.container instanceof EditDocument))
    throw badValue('The source field of $rename cannot be an array element')
  from.container.fields.delete(from.name)
  const target = locate(root, asString(operand).split('.'), true)!
  if (!(target.container instanceof EditDocument))
    throw badValue('The destination field of $rename cannot be an array element')
  setMember(target, unplaced(moved))
}

function presentTime(operand: Value, now: number): Value {
  if (operand.type === T.bool) return date(now)
  const [[name, type] = ['', operand]] = operand.type === T.object ? fieldList(operand) : []
  const wanted = name === '$type' && type.type === T.string ? asString(type) : ''
  if (wanted === 'date') return date(now)
  if (wanted !== 'timestamp') {
    throw badValue(
      `${typeName(operand.type)} is not valid type for $currentDate. Please use a boolean ('true') or a $type expression`,
    )
  }
  const buf = Buffer.alloc(8)
  buf.writeUInt32LE(1, 0)
  buf.writeUInt32LE(Math.floor(now / 1000), 4)
  return new Value(T.timestamp, buf, 0, 8)
}

export function checkModifier(name: string, operand: Value): void {
  if (name === '$bit') throw new StoreError(238, 'The embedded store does not carry out $bit')
  if (!OPERATORS.has(name)) {
    throw failedToParse(
      `Unknown modifier: ${name}. Expected a valid update modifier or pipeline-style update specified as an array`,
    )
  }
  if (operand.type !== T.object) {
    throw failedToParse(`Modifiers operate on fields but we found type ${typeName(operand.type)} instead.`)
  }
}
