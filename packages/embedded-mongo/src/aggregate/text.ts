import { Decimal128 } from 'bson'
import { numberAt } from '../bson/number.ts'
import { asBool, asString, longAt, longNumberAt, T, type Value } from '../bson/value.ts'
import { StoreError } from '../errors.ts'
import { typeName } from '../query/type-names.ts'

/** A value as MongoDB writes it in texts ($toString, $toLower, $substr); null and missing are empty. */
export function textOf(value: Value): string {
  switch (value.type) {
    case T.missing:
    case T.null:
    case T.undefined:
      return ''
    case T.string:
    case T.symbol:
      return asString(value)
    case T.int:
    case T.double:
      return String(numberAt(value.type, value.buf, value.at))
    case T.long:
      return String(longAt(value.buf, value.at))
    case T.decimal:
      return new Decimal128(value.buf.subarray(value.at, value.at + 16)).toString()
    case T.date:
      return new Date(longNumberAt(value.buf, value.at)).toISOString()
    case T.objectId:
      return value.buf.toString('hex', value.at, value.at + 12)
    case T.bool:
      return String(asBool(value))
    default:
      throw new StoreError(16007, `can't convert from BSON type ${typeName(value.type)} to String`)
  }
}
