import { compareValues } from '../bson/compare.ts'
import { bool, int, MISSING, NULL } from '../bson/make.ts'
import { isNumberType, isWholeNumber, numberOf } from '../bson/number.ts'
import { typeName } from '../bson/type-names.ts'
import { elementList, T, type Value } from '../bson/value.ts'
import { StoreError } from '../errors.ts'
import { isNullish, type OperatorTable, positional, positionalOrNull } from './operator.ts'

function elements(value: Value, code: number, complaint: string): Value[] {
  if (value.type !== T.array) throw new StoreError(code, `${complaint}: ${typeName(value.type)}`)
  return elementList(value)
}

function elementAt([list, position]: Value[]): Value {
  const values = elements(list!, 28689, "$arrayElemAt's first argument must be an array, but is")
  if (!isNumberType(position!.type))
    throw new StoreError(28690, "$arrayElemAt's second argument must be a numeric value")
  if (!isWholeNumber(position!))
    throw new StoreError(28691, "$arrayElemAt's second argument must be representable as a 32-bit integer")
  return values.at(numberOf(position!)) ?? MISSING
}

export const arrayOperators: OperatorTable = {
  $size: positional(1, ([list]) =>
    int(elements(list!, 17124, 'The argument to $size must be an array, but was of type').length),
  ),
  $in: positional(2, ([value, list]) => {
    const values = elements(list!, 40081, '$in requires an array as a second argument, found')
    return bool(values.some((other) => compareValues(other, value!) === 0))
  }),
  $arrayElemAt: positionalOrNull(2, elementAt),
  $indexOfArray: positional(2, ([list, value]) => {
    if (isNullish(list!)) return NULL
    const values = elements(list!, 40090, '$indexOfArray requires an array as a first argument, found')
    return int(values.findIndex((other) => compareValues(other, value!) === 0))
  }),
}
