import { MISSING, NULL, string } from '../bson/make.ts'
import { asString, elementList, fieldList, fieldValue, T, type Value } from '../bson/value.ts'
import { buildArray, buildDocument } from '../bson/writer.ts'
import { StoreError } from '../errors.ts'
import { typeName } from '../query/type-names.ts'
import { isNullish, type OperatorTable, operands, positionalOrNull } from './operator.ts'

/** Later members replace earlier ones and keep their place; null and missing operands count for nothing. */
export function mergeObjects(values: readonly Value[]): Value {
  const members = new Map<string, Value>()
  for (const value of values) {
    if (isNullish(value)) continue
    if (value.type !== T.object) {
      throw new StoreError(
        40400,
        `$mergeObjects requires object inputs, but input is of type ${typeName(value.type)}`,
      )
    }
    for (const [name, member] of fieldList(value)) members.set(name, member)
  }
  return buildDocument(members)
}

function pairOf(item: Value): [string, Value] {
  if (item.type === T.array) {
    const [key, value] = elementList(item)
    if (key?.type === T.string && value) return [asString(key), value]
  } else if (item.type === T.object) {
    const fields = new Map(fieldList(item))
    const key = fields.get('k')
    const value = fields.get('v')
    if (key?.type === T.string && value) return [asString(key), value]
  }
  throw new StoreError(
    40386,
    '$arrayToObject requires a consistent input format of pairs or { k, v } documents',
  )
}

export const objectOperators: OperatorTable = {
  $mergeObjects: (operand, compile) => {
    const list = operands(operand).map(compile)
    return (scope) => {
      const values = list.map((expression) => expression(scope))
      const only = values[0]
      return mergeObjects(values.length === 1 && only?.type === T.array ? elementList(only) : values)
    }
  },
  $objectToArray: positionalOrNull(1, 1, ([value]) => {
    if (value!.type !== T.object)
      throw new StoreError(40390, `$objectToArray requires a document input, found: ${typeName(value!.type)}`)
    return buildArray(
      fieldList(value!).map(([name, member]) =>
        buildDocument([
          ['k', string(name)],
          ['v', member],
        ]),
      ),
    )
  }),
  $arrayToObject: positionalOrNull(1, 1, ([list]) => {
    if (list!.type !== T.array)
      throw new StoreError(40386, `$arrayToObject requires an array input, found: ${typeName(list!.type)}`)
    return buildDocument(new Map(elementList(list!).map(pairOf)))
  }),
  $getField: (operand, compile) => {
    const fields = operand.type === T.object ? new Map(fieldList(operand)) : new Map<string, Value>()
    const name = fields.get('field') ?? operand
    const input = fields.get('input')
    const from = input ? compile(input) : undefined
    const key = compile(name)
    return (scope) => {
      const wanted = key(scope)
      if (wanted.type !== T.string)
        throw new StoreError(5654602, "$getField requires 'field' to evaluate to type String")
      const source = from ? from(scope) : scope.root
      if (source.type !== T.object) return isNullish(source) ? NULL : MISSING
      return fieldValue(source.buf, source.at, Buffer.from(asString(wanted))) ?? MISSING
    }
  },
}
