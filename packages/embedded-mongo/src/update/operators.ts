import { int, toJs } from '../bson/make.ts'
import { addNumbers, isNumberType } from '../bson/number.ts'
import { typeName } from '../bson/type-names.ts'
import { elementList, fieldList, T, Value } from '../bson/value.ts'
import { badValue, failedToParse, notImplemented, typeMismatch } from '../errors.ts'
import { compareValues } from '../keys/key-writer.ts'
import { compileFilter } from '../query/match.ts'
import { isOperatorDocument, parseFilter } from '../query/parse.ts'
import { closeNode, EditArray, EditDocument, typeOf } from './editable-document.ts'
import { asArray, locate, memberOf, setMember } from './path-target.ts'

type ArrayOperator = '$push' | '$addToSet' | '$pull' | '$pullAll'

const changeArray =
  (operator: ArrayOperator) =>
  (root: EditDocument, path: readonly string[], operand: Value): void => {
    const adds = operator === '$push' || operator === '$addToSet'
    const place = locate(root, path, adds)
    const present = place && memberOf(place.container, place.name)
    if (!place || (present === undefined && !adds)) return
    const array = present === undefined ? new EditArray() : asArray(present)
    if (!array) {
      const type = typeName(typeOf(present!))
      throw badValue(`The field '${path.join('.')}' must be an array but is of type ${type} in document`)
    }
    if (operator === '$push') array.items.push(...additions(operator, operand))
    else if (operator === '$addToSet') addToSet(array, additions(operator, operand))
    else remove(array, operator === '$pull' ? pullTest(operand) : pullAllTest(operand))
    setMember(place, array)
  }

/** Returns the added elements. An operand without $each is the only element. */
function additions(operator: '$push' | '$addToSet', operand: Value): Value[] {
  if (!isOperatorDocument(operand)) return [operand]
  const [[name, each] = ['', operand], ...clauses] = fieldList(operand)
  if (name !== '$each') throw notImplemented(`${operator} of a document with '$' names`)
  for (const [clause] of clauses) throw badValue(`Unrecognized clause in ${operator}: ${clause}`)
  if (each.type === T.array) return elementList(each)
  const wrong = `The argument to $each in ${operator} must be an array but it was of type ${typeName(each.type)}`
  throw operator === '$push' ? badValue(wrong) : typeMismatch(wrong)
}

function addToSet(array: EditArray, added: readonly Value[]): void {
  const present = array.items.map(closeNode)
  for (const value of added) {
    if (present.some((other) => compareValues(other, value) === 0)) continue
    present.push(value)
    array.items.push(value)
  }
}

function remove(array: EditArray, matches: (value: Value) => boolean): void {
  const remaining = array.items.filter((item) => !matches(closeNode(item)))
  if (remaining.length !== array.items.length) array.items.splice(0, array.items.length, ...remaining)
}

function pullAllTest(operand: Value): (value: Value) => boolean {
  if (operand.type !== T.array) throw badValue('$pullAll requires an array argument')
  const unwanted = elementList(operand)
  return (value) => unwanted.some((other) => compareValues(other, value) === 0)
}

/** $pull: a document is a condition on embedded documents, else equality. */
function pullTest(operand: Value): (value: Value) => boolean {
  if (isOperatorDocument(operand)) throw notImplemented('$pull by operators on the elements themselves')
  if (operand.type !== T.object) return (value) => compareValues(operand, value) === 0
  const test = compileFilter(parseFilter(operand))
  return (value) => value.type === T.object && test(value.buf, value.at)
}

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
