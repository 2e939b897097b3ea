import { MISSING, NULL } from '../bson/make.ts'
import { elementList, fieldList, T, type Value } from '../bson/value.ts'
import { StoreError } from '../errors.ts'

/** What an expression sees: the document and the variables ($$this, $let …). */
export type Scope = { root: Value; vars: Readonly<Record<string, Value>> }
/** A compiled expression; a missing value (type 0) says that there is none. */
export type Expression = (scope: Scope) => Value
export type Compile = (source: Value) => Expression
/** Compiles the operand of one operator. */
export type OperatorMaker = (operand: Value, compile: Compile, name: string) => Expression
export type OperatorTable = Readonly<Record<string, OperatorMaker>>

export const isNullish = (value: Value) =>
  value.type === T.null || value.type === T.missing || value.type === T.undefined

/** The operand list: an array is the list, anything else a list of one. */
export function operands(operand: Value): Value[] {
  return operand.type === T.array ? elementList(operand) : [operand]
}

/** An operator of positional arguments. */
export function positional(least: number, most: number, run: (args: Value[]) => Value): OperatorMaker {
  return (operand, compile, name) => {
    const list = operands(operand).map(compile)
    if (list.length < least || list.length > most) {
      const wanted = least === most ? `exactly ${least}` : `at least ${least} and at most ${most}`
      throw new StoreError(
        16020,
        `Expression ${name} takes ${wanted} arguments. ${list.length} were passed in.`,
      )
    }
    return (scope) => run(list.map((argument) => argument(scope)))
  }
}

/** As `positional`, but the answer is null as soon as one argument is null or missing. */
export const positionalOrNull = (least: number, most: number, run: (args: Value[]) => Value): OperatorMaker =>
  positional(least, most, (args) => (args.some(isNullish) ? NULL : run(args)))

/** An operator of named arguments; unknown and absent required names are refused. */
export function named(
  required: readonly string[],
  optional: readonly string[],
  run: (args: Record<string, Value>, scope: Scope) => Value,
): OperatorMaker {
  return (operand, compile, name) => {
    if (operand.type !== T.object) throw new StoreError(9, `${name} only supports an object as its argument`)
    const fields = fieldList(operand)
    for (const [key] of fields) {
      if (!required.includes(key) && !optional.includes(key))
        throw new StoreError(9, `Unrecognized argument to ${name}: ${key}`)
    }
    for (const key of required) {
      if (!fields.some(([given]) => given === key))
        throw new StoreError(9, `Missing '${key}' parameter to ${name}`)
    }
    const compiled = fields.map(([key, value]) => [key, compile(value)] as const)
    return (scope) => {
      const args: Record<string, Value> = {}
      for (const key of optional) args[key] = MISSING
      for (const [key, expression] of compiled) args[key] = expression(scope)
      return run(args, scope)
    }
  }
}
