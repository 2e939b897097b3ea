import { isWholeNumber, numberOf } from '../bson/number.ts'
import { elementList, fieldList, T, type Value } from '../bson/value.ts'
import { notImplemented, StoreError, typeMismatch } from '../errors.ts'
import type { Filter } from '../query/ast.ts'
import type { Page } from '../query/execute.ts'
import { parseFilter } from '../query/parse.ts'
import { parseSort, type SortKey } from '../query/sort.ts'

/** A stage as it was sent. */
export type StageSpec = { name: string; operand: Value }

/** The stages of a pipeline. @throws StoreError when it is no list of single-member objects */
export function stageSpecs(pipeline: Value | undefined): StageSpec[] {
  if (pipeline?.type !== T.array) throw typeMismatch("'pipeline' option must be specified as an array")
  return elementList(pipeline).map((stage) => {
    const fields = stage.type === T.object ? fieldList(stage) : []
    if (fields.length !== 1)
      throw new StoreError(40323, 'A pipeline stage specification object must contain exactly one field.')
    return { name: fields[0]![0], operand: fields[0]![1] }
  })
}

/** Removes the first stage of a pipeline if it has this name. @returns its operand, undefined when nothing was removed */
export function takeStage(specs: StageSpec[], name: string): Value | undefined {
  return specs[0]?.name === name ? specs.shift()!.operand : undefined
}

/** Takes a leading $match. */
export function takeMatch(specs: StageSpec[]): Filter {
  const operand = takeStage(specs, '$match')
  if (!operand) return { kind: 'and', children: [] }
  if (operand.type === T.object) return parseFilter(operand)
  throw new StoreError(15959, 'the match filter must be an expression in an object')
}

/** Removes $sort, $skip and $limit from the beginning of a pipeline, in this order; each may be missing. */
export function takePage(specs: StageSpec[]): Page {
  const sort = takeStage(specs, '$sort')
  const skip = takeStage(specs, '$skip')
  const limit = takeStage(specs, '$limit')
  return { sort: sort ? sortOf(sort) : [], skip: skip ? skipOf(skip) : 0, limit: limit && limitOf(limit) }
}

function sortOf(operand: Value): SortKey[] {
  if (operand.type !== T.object) throw new StoreError(15973, 'the $sort key specification must be an object')
  const keys = parseSort(operand)
  if (keys.length === 0) throw new StoreError(15976, '$sort stage must have at least one sort key')
  return keys
}

function limitOf(operand: Value): number {
  if (!isWholeNumber(operand, 0))
    throw new StoreError(5107201, 'invalid argument to $limit stage: Expected a non-negative number')
  if (numberOf(operand) === 0) throw new StoreError(15958, 'the limit must be positive')
  return numberOf(operand)
}

function skipOf(operand: Value): number {
  if (isWholeNumber(operand, 0)) return numberOf(operand)
  throw new StoreError(5107200, 'invalid argument to $skip stage: Expected a non-negative number')
}

const KNOWN = new Set(['$match', '$sort', '$skip', '$limit', '$project', '$group'])

/** @throws StoreError when stages remain that are unsupported, or unsupported in this position */
export function refuseStages([next]: readonly StageSpec[]): void {
  if (!next) return
  if (KNOWN.has(next.name)) throw notImplemented(`${next.name} at this place of a pipeline`)
  throw new StoreError(40324, `Unrecognized pipeline stage name: '${next.name}'`)
}
