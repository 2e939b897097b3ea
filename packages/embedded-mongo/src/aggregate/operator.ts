import { NULL } from '../bson/make.ts'
import { isNumberType, numberOf } from '../bson/number.ts'
import { asBool, elementList, fieldList, T, type Value } from '../bson/value.ts'
import { StoreError } from '../errors.ts'

/** A compiled expression, evaluated for a document; a missing value (type 0) says that there is none. */
export type Expression = (document: Value) => Value
export type Compile = (source: Value) => Expression
/** Compiles the operand of one operator. */
export type OperatorMaker = (operand: Value, compile: Compile, name: string) => Expression
export type OperatorTable = Readonly<Record<string, OperatorMaker>>

export const isNullish = (value: Value) =>
  value.type === T.null || value.type === T.missing || value.type === T.undefined

/** Whether a value counts as true in an expression. */
export function isTruthy(value: Value): boolean {
  if (value.type === T.bool) return asBool(value)
  return isNumberType(value.type) ? numberOf(value) !== 0 : !isNullish(value)
}

/** The operand list: an array is the list, anything else a list of one. */
export const operands = (operand: Value): Value[] =>
  operand.type === T.array ? elementList(operand) : [operand]

/** An operator of as many arguments as said, of any number where it is not said. */
export function positional(count: number | undefined, run: (args: Value[]) => Value): OperatorMaker {
  return (operand, compile, name) => {
    const list = operands(operand).map(compile)
    if (count !== undefined && list.length !== count) {
      throw new StoreError(
        16020,
        `Expression ${name} takes exactly ${count} arguments. ${list.length} were passed in.`,
      )
    }
    return (document) => run(list.map((argument) => argument(document)))
  }
}

/** As `positional`, but the answer is null as soon as one argument is null or missing. */
export const positionalOrNull = (count: number | undefined, run: (args: Value[]) => Value): OperatorMaker =>
  positional(count, (args) => (args.some(isNullish) ? NULL : run(args)))

/** The codes for an operator's named arguments: no object, an unknown name, and for each a missing one. */
type NamedCodes = { noObject: number; unknown: number; missing: Readonly<Record<string, number>> }

/** Compiles named arguments; those that `missing` has no code for may be left out. */
export function namedArguments(
  operand: Value,
  compile: Compile,
  name: string,
  known: readonly string[],
  codes: NamedCodes,
): Map<string, Expression> {
  if (operand.type !== T.object)
    throw new StoreError(codes.noObject, `${name} only supports an object as its argument`)
  const compiled = new Map<string, Expression>()
  for (const [key, value] of fieldList(operand)) {
    if (!known.includes(key)) throw new StoreError(codes.unknown, `Unrecognized argument to ${name}: ${key}`)
    compiled.set(key, compile(value))
  }
  for (const [key, code] of Object.entries(codes.missing)) {
    if (!compiled.has(key)) throw new StoreError(code, `Missing '${key}' parameter to ${name}`)
  }
  return compiled
}
