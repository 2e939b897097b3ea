import { typeName } from '../bson/type-names.ts'
import { elementList, fieldList, T, type Value } from '../bson/value.ts'
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
