import { int, toJs } from '../bson/make.ts'
import { addNumbers, isNumberType } from '../bson/number.ts'
import { typeName } from '../bson/type-names.ts'
import { T, Value } from '../bson/value.ts'
import { badValue, failedToParse, typeMismatch } from '../errors.ts'
import { compareValues } from '../keys/key-writer.ts'
import { changeArray } from './array-operators.ts'
import { closeNode, EditDocument, typeOf } from './editable-document.ts'
import { locate, memberOf, setMember } from './path-target.ts'

/** Changes a document at one path. */
type Operator = (root: EditDocument, path: readonly string[], operand: Value, inserting: boolean) => void

/** Supported update operators. */
export const UPDATE_OPERATORS: Readonly<Record<string, Operator>> = {
  $set: assign,
  $setOnInsert: (root, path, operand, inserting) => {
    if (inserting) assign(root, path, operand)
  },
  $unset: unset,
  $inc: increment,
  $min: (root, path, operand) => replaceWhere(root, path, operand, (order) => order < 0),
  $max: (root, path, operand) => replaceWhere(root, path, operand, (order) => order > 0),
  $push: changeArray('$push'),
  $addToSet: changeArray('$addToSet'),
  $pull: changeArray('$pull'),
  $pullAll: changeArray('$pullAll'),
}

export function checkOperator(name: string, operand: Value): void {
  if (!Object.hasOwn(UPDATE_OPERATORS, name))
    throw failedToParse(
      `Unknown modifier: ${name}. Expected a valid update modifier or pipeline-style update specified as an array`,
    )
  if (operand.type !== T.object)
    throw failedToParse(`Modifiers operate on fields but we found type ${typeName(operand.type)} instead.`)
}

function assign(root: EditDocument, path: readonly string[], value: Value): void {
  const place = locate(root, path, true)!
  const present = memberOf(place.container, place.name)
  if (present instanceof Value && sameBytes(present, value)) return
  setMember(place, value)
}

export const sameBytes = (a: Value, b: Value) =>
  a.type === b.type && a.buf.compare(b.buf, b.at, b.end, a.at, a.end) === 0

function unset(root: EditDocument, path: readonly string[]): void {
  const place = locate(root, path, false)
  if (!place) return
  if (place.container instanceof EditDocument) place.container.fields.delete(place.name)
  else if (memberOf(place.container, place.name) !== undefined)
    setMember(place, new Value(T.null, Buffer.alloc(0), 0, 0))
}

function increment(root: EditDocument, path: readonly string[], operand: Value): void {
  if (!isNumberType(operand.type))
    throw typeMismatch(
      `Cannot increment with non-numeric argument: {${path.join('.')}: ${JSON.stringify(toJs(operand))}}`,
    )
  const place = locate(root, path, true)!
  const present = memberOf(place.container, place.name) ?? int(0)
  if (!(present instanceof Value) || !isNumberType(present.type))
    throw typeMismatch(
      `Cannot apply $inc to a value of non-numeric type. The field '${path.at(-1)}' has non-numeric type ${typeName(typeOf(present))}`,
    )
  const result = addNumbers(present, operand)
  if (!result) throw badValue('Failed to apply $inc operations to current value: integer overflow')
  setMember(place, result)
}

function replaceWhere(
  root: EditDocument,
  path: readonly string[],
  operand: Value,
  accept: (order: number) => boolean,
): void {
  const place = locate(root, path, true)!
  const present = memberOf(place.container, place.name)
  if (present === undefined || accept(compareValues(operand, closeNode(present)))) setMember(place, operand)
}
