import { isNumberType, isWholeNumber, numberOf, wholeNumber } from '../bson/number.ts'
import { elementList, fieldList, T, type Value } from '../bson/value.ts'
import { buildDocument } from '../bson/writer.ts'
import { notImplemented, StoreError, typeMismatch } from '../errors.ts'
import type { Filter } from '../query/ast.ts'
import { type Page, partOf } from '../query/execute.ts'
import { parseFilter } from '../query/parse.ts'
import { compileProjection } from '../query/projection.ts'
import { parseSort, Sorter, type SortKey, sortKeyMaker } from '../query/sort.ts'
import { groupStage } from './group.ts'

/** A stage as it was sent. */
type StageSpec = { name: string; operand: Value }

/** The stages of a pipeline. @throws StoreError when it is no list of single-member objects */
function stageSpecs(pipeline: Value | undefined): StageSpec[] {
  if (pipeline?.type !== T.array) throw typeMismatch("'pipeline' option must be specified as an array")
  return elementList(pipeline).map((stage) => {
    const fields = stage.type === T.object ? fieldList(stage) : []
    if (fields.length !== 1)
      throw new StoreError(40323, 'A pipeline stage specification object must contain exactly one field.')
    return { name: fields[0]![0], operand: fields[0]![1] }
  })
}

/** Removes the first stage of a pipeline if it has this name. @returns its operand, undefined when nothing was removed */
function takeStage(specs: StageSpec[], name: string): Value | undefined {
  return specs[0]?.name === name ? specs.shift()!.operand : undefined
}

/** Takes a leading $match. */
function takeMatch(specs: StageSpec[]): Filter {
  const operand = takeStage(specs, '$match')
  if (!operand) return { kind: 'and', children: [] }
  if (operand.type === T.object) return parseFilter(operand)
  throw new StoreError(15959, 'the match filter must be an expression in an object')
}

/** Removes $sort, $skip and $limit from the beginning of a pipeline, in this order; each may be missing. */
function takePage(specs: StageSpec[]): Page {
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
function refuseStages([next]: readonly StageSpec[]): void {
  if (!next) return
  if (KNOWN.has(next.name)) throw notImplemented(`${next.name} at this place of a pipeline`)
  throw new StoreError(40324, `Unrecognized pipeline stage name: '${next.name}'`)
}

/** Documents, with undefined at points where the reader may yield to other work. */
type Stream = Iterable<Buffer | undefined>

/** A parsed pipeline: the part that the store finds with indexes, and the stages on its result. */
export type Pipeline = Page & {
  filter: Filter
  /** set for a pipeline that only counts documents: converts the count to the answer */
  answerCount: ((count: number) => Buffer[]) | undefined
  rest: (found: Stream) => Stream
}

/** Reads `$match, $sort, $skip, $limit, $project or $group, $sort, $skip, $limit`, each of which may be left out. */
export function readPipeline(stages: Value | undefined): Pipeline {
  const specs = stageSpecs(stages)
  const head = { filter: takeMatch(specs), ...takePage(specs) }
  const project = takeStage(specs, '$project')
  const group = project ? undefined : takeStage(specs, '$group')
  const isLast = specs.length === 0
  const page = takePage(specs)
  refuseStages(specs)
  const change = project ? projecting(project) : group ? groupStage(group) : unchanged
  return {
    ...head,
    answerCount: group && isLast ? countAnswer(group) : undefined,
    rest: (found) => (isLast ? change(found) : pageOf(change(found), page)),
  }
}

const unchanged = (found: Stream) => found

function projecting(operand: Value): (found: Stream) => Stream {
  if (operand.type !== T.object) throw new StoreError(15969, '$project specification must be an object')
  const project = compileProjection(operand, '$project')
  return function* (found) {
    for (const buf of found) yield buf && project(buf)
  }
}

function* pageOf(documents: Stream, { sort, skip, limit }: Page): Generator<Buffer | undefined> {
  if (sort.length === 0) return yield* partOf(documents, skip, limit)
  const keyOf = sortKeyMaker(sort)
  const sorter = new Sorter<Buffer>(limit === undefined ? undefined : skip + limit, (buf) => buf.length)
  for (const buf of documents) {
    if (buf) sorter.add(keyOf(buf), buf)
    else yield undefined
  }
  yield* partOf(sorter.result(), skip, limit)
}

/** Returns the converter of a count to the answer if a $group only counts documents, else undefined. */
function countAnswer(group: Value): Pipeline['answerCount'] {
  if (group.type !== T.object) return undefined
  const [id, total, ...more] = fieldList(group)
  if (!id || !total || more.length > 0 || id[0] !== '_id') return undefined
  if (id[1].type !== T.null && !isNumberType(id[1].type)) return undefined
  const [sum, ...others] = total[1].type === T.object ? fieldList(total[1]) : []
  if (sum?.[0] !== '$sum' || others.length > 0 || sum[1].type !== T.int || numberOf(sum[1]) !== 1)
    return undefined
  return (count) => (count === 0 ? [] : [buildDocument([id, [total[0], wholeNumber(count)]]).buf])
}
