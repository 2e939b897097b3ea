import { isNumberType, numberOf, wholeNumber } from '../bson/number.ts'
import { fieldList, T, type Value } from '../bson/value.ts'
import { buildDocument } from '../bson/writer.ts'
import { StoreError } from '../errors.ts'
import type { Filter } from '../query/ast.ts'
import { type Page, partOf } from '../query/execute.ts'
import { compileProjection } from '../query/projection.ts'
import { Sorter, sortKeyMaker } from '../query/sort.ts'
import { groupStage } from './group.ts'
import { refuseStages, stageSpecs, takeMatch, takePage, takeStage } from './stages.ts'

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
