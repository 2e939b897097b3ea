import { isNumberType, numberOf } from '../bson/number.ts'
import { asString, elementList, T, type Value } from '../bson/value.ts'
import { badValue } from '../errors.ts'

/** MongoDB's names of BSON types, as $type takes and gives them. */
export const TYPE_NAMES: Record<string, number> = {
  double: T.double,
  string: T.string,
  object: T.object,
  array: T.array,
  binData: T.binary,
  undefined: T.undefined,
  objectId: T.objectId,
  bool: T.bool,
  date: T.date,
  null: T.null,
  regex: T.regex,
  dbPointer: T.dbPointer,
  javascript: T.code,
  symbol: T.symbol,
  javascriptWithScope: T.codeWithScope,
  int: T.int,
  timestamp: T.timestamp,
  long: T.long,
  decimal: T.decimal,
  minKey: T.minKey,
  maxKey: T.maxKey,
}

const NAMES = new Map(Object.entries(TYPE_NAMES).map(([name, type]) => [type, name]))
export const typeName = (type: number) => (type === T.missing ? 'missing' : (NAMES.get(type) ?? 'unknown'))

/** The types that a $type operand names; 'number' stands for all four numeric ones. */
export function typeSet(operand: Value): { types: Set<number>; number: boolean } {
  const types = new Set<number>()
  let number = false
  for (const item of operand.type === T.array ? elementList(operand) : [operand]) {
    if (item.type === T.string) {
      const name = asString(item)
      const type = TYPE_NAMES[name]
      if (name === 'number') number = true
      else if (type === undefined) throw badValue(`Unknown type name alias: ${name}`)
      else types.add(type)
    } else if (isNumberType(item.type)) {
      const code = numberOf(item)
      const type = code === -1 ? T.minKey : code
      if (!NAMES.has(type)) throw badValue(`Invalid numerical type code: ${code}`)
      types.add(type)
    } else throw badValue('type must be represented as a number or a string')
  }
  if (types.size === 0 && !number) throw badValue('$type must match at least one type')
  return { types, number }
}
