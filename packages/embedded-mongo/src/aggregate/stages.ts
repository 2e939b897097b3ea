import { isWholeNumber, numberOf } from '../bson/number.ts'
import { elementList, fieldList, T, type Value } from '../bson/value.ts'
import { StoreError, typeMismatch } from '../errors.ts'
import { compileFilter } from '../query/match.ts'
import { parseFilter } from '../query/parse.ts'
import { parseSort, Sorter, type SortKey, sortKeyMaker } from '../query/sort.ts'
import { projectStage } from './document-stages.ts'
import { Grouping } from './group.ts'

/** Documents, with undefined wherever the reader may yield to other work of the process. */
export type Stream = Iterable<Buffer | undefined>
/** One stage: documents in, documents out. */
export type Stage = (input: Stream) => Stream
/** A stage as it was sent. */
export type StageSpec = { name: string; operand: Value }

/** The stages of a pipeline. @throws StoreError when it is no list of single-member objects */
export function stageSpecs(pipeline: Value): StageSpec[] {
  if (pipeline.type !== T.array) throw typeMismatch("'pipeline' option must be specified as an array")
  return elementList(pipeline).map((stage) => {
    const fields = stage.type === T.object ? fieldList(stage) : []
    if (fields.length !== 1)
      throw new StoreError(40323, 'A pipeline stage specification object must contain exactly one field.')
    return { name: fields[0]![0], operand: fields[0]![1] }
  })
}

/** The stages as one function; a $sort is told of a $limit behind it. */
export function compileStages(specs: readonly StageSpec[]): Stage {
  const stages = specs.map((spec, i) =>
    compileStage(spec, spec.name === '$sort' ? limitFrom(specs, i + 1) : undefined),
  )
  return (input) => stages.reduce((stream, stage) => stage(stream), input)
}

/** Documents wanted of what stands before `from`, when a $limit comes there. */
function limitFrom(specs: readonly StageSpec[], from: number): number | undefined {
  let skipped = 0
  for (const { name, operand } of specs.slice(from)) {
    if (name === '$skip') skipped += skipOf(operand)
    else return name === '$limit' ? limitOf(operand) + skipped : undefined
  }
  return undefined
}

function compileStage({ name, operand }: StageSpec, limit: number | undefined): Stage {
  switch (name) {
    case '$project':
      return perDocument(projectStage(operand)!)
    case '$match':
      return matchStage(operand)
    case '$sort':
      return sortStage(sortOf(operand), limit)
    case '$limit':
      return limitStage(limitOf(operand))
    case '$skip':
      return skipStage(skipOf(operand))
    case '$group':
      return groupStage(operand)
    default:
      throw new StoreError(40324, `Unrecognized pipeline stage name: '${name}'`)
  }
}

export function matchOf(operand: Value) {
  if (operand.type === T.object) return parseFilter(operand)
  throw new StoreError(15959, 'the match filter must be an expression in an object')
}

export function sortOf(operand: Value): SortKey[] {
  if (operand.type !== T.object) throw new StoreError(15973, 'the $sort key specification must be an object')
  const keys = parseSort(operand)
  if (keys.length === 0) throw new StoreError(15976, '$sort stage must have at least one sort key')
  return keys
}

export function limitOf(operand: Value): number {
  if (!isWholeNumber(operand, 0))
    throw new StoreError(5107201, 'invalid argument to $limit stage: Expected a non-negative number')
  if (numberOf(operand) === 0) throw new StoreError(15958, 'the limit must be positive')
  return numberOf(operand)
}

export function skipOf(operand: Value): number {
  if (isWholeNumber(operand, 0)) return numberOf(operand)
  throw new StoreError(5107200, 'invalid argument to $skip stage: Expected a non-negative number')
}

const perDocument = (change: (buf: Buffer) => Buffer): Stage =>
  function* (input) {
    for (const buf of input) yield buf && change(buf)
  }

function matchStage(operand: Value): Stage {
  const test = compileFilter(matchOf(operand))
  return function* (input) {
    for (const buf of input) if (!buf || test(buf, 0)) yield buf
  }
}

function sortStage(keys: readonly SortKey[], limit: number | undefined): Stage {
  const keyOf = sortKeyMaker(keys)
  return function* (input) {
    const sorter = new Sorter<Buffer>(limit, (buf) => buf.length)
    for (const buf of input) {
      if (buf) sorter.add(keyOf(buf), buf)
      else yield undefined
    }
    yield* sorter.result()
  }
}

const limitStage = (limit: number): Stage =>
  function* (input) {
    let remaining = limit
    for (const buf of input) {
      yield buf
      if (buf && --remaining === 0) return
    }
  }

const skipStage = (documents: number): Stage =>
  function* (input) {
    let remaining = documents
    for (const buf of input) {
      if (buf && remaining > 0) remaining--
      else yield buf
    }
  }

function groupStage(operand: Value): Stage {
  const grouping = new Grouping(operand)
  return function* (input) {
    for (const buf of input) {
      if (buf) grouping.add(buf)
      else yield undefined
    }
    yield* grouping.result()
  }
}
