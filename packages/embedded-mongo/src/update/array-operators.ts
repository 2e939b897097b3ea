import { typeName } from '../bson/type-names.ts'
import { elementList, fieldList, T, type Value } from '../bson/value.ts'
import { buildDocument } from '../bson/writer.ts'
import { badValue, notImplemented, typeMismatch } from '../errors.ts'
import { compareValues } from '../keys/key-writer.ts'
import { compileFilter } from '../query/match.ts'
import { isOperatorDocument, parseFilter } from '../query/parse.ts'
import { closeNode, EditArray, type EditDocument, typeOf } from './editable-document.ts'
import { asArray, locate, memberOf, setMember } from './path-target.ts'

type ArrayOperator = '$push' | '$addToSet' | '$pull' | '$pullAll'

export const changeArray =
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
    if (operator === '$push') push(array, operand)
    else if (operator === '$addToSet') addToSet(array, operand)
    else remove(array, operator === '$pull' ? pullTest(operand) : pullAllTest(operand))
    setMember(place, array)
  }

/** What is added, and the other clauses; an operand without $each is the one element. */
function additions(
  operator: '$push' | '$addToSet',
  operand: Value,
): { added: Value[]; clauses: Map<string, Value> } {
  const clauses = new Map(isOperatorDocument(operand) ? fieldList(operand) : [])
  if (clauses.size === 0) return { added: [operand], clauses }
  const each = clauses.get('$each')
  if (!each) throw notImplemented(`${operator} of a document with '$' names`)
  const wrong = `The argument to $each in ${operator} must be an array but it was of type ${typeName(each.type)}`
  if (each.type !== T.array) throw operator === '$push' ? badValue(wrong) : typeMismatch(wrong)
  clauses.delete('$each')
  return { added: elementList(each), clauses }
}

function push(array: EditArray, operand: Value): void {
  const { added, clauses } = additions('$push', operand)
  for (const name of clauses.keys()) throw badValue(`Unrecognized clause in $push: ${name}`)
  array.items.push(...added)
}

function addToSet(array: EditArray, operand: Value): void {
  const { added, clauses } = additions('$addToSet', operand)
  if (clauses.size > 0)
    throw badValue(`Found unexpected fields after $each in $addToSet: ${[...clauses.keys()].join(', ')}`)
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

/** $pull: a document is a condition on embedded documents, operators are a condition on values, else equality. */
function pullTest(operand: Value): (value: Value) => boolean {
  if (isOperatorDocument(operand)) {
    const test = compileFilter(parseFilter(buildDocument([['v', operand]])))
    return (value) => test(buildDocument([['v', value]]).buf, 0)
  }
  if (operand.type !== T.object) return (value) => compareValues(operand, value) === 0
  const test = compileFilter(parseFilter(operand))
  return (value) => value.type === T.object && test(value.buf, value.at)
}
