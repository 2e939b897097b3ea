import { isNumberType, numberOf, wholeNumber } from '../bson/number.ts'
import { fieldList, isNullish, T } from '../bson/value.ts'
import { buildDocument } from '../bson/writer.ts'
import type { Filter } from '../query/ast.ts'
import type { SortKey } from '../query/sort.ts'
import { limitOf, matchOf, type StageSpec, skipOf, sortOf } from './stages.ts'

/** The beginning of a pipeline that the store itself carries out, with indexes. */
export type Head = {
  filter: Filter
  sort: SortKey[]
  skip: number
  limit: number | undefined
  rest: StageSpec[]
}

/** Takes leading $match, $sort, $skip and $limit out of a pipeline. */
export function pipelineHead(specs: readonly StageSpec[]): Head {
  const filters: Filter[] = []
  let sort: SortKey[] = []
  let skip = 0
  let limit: number | undefined
  let i = 0
  const matches = () => {
    for (; specs[i]?.name === '$match'; i++) filters.push(matchOf(specs[i]!.operand))
  }
  matches()
  if (specs[i]?.name === '$sort') {
    sort = sortOf(specs[i++]!.operand)
    matches()
  }
  if (specs[i]?.name === '$skip') skip = skipOf(specs[i++]!.operand)
  if (specs[i]?.name === '$limit') limit = limitOf(specs[i++]!.operand)
  const filter: Filter = filters.length === 1 ? filters[0]! : { kind: 'and', children: filters }
  return { filter, sort, skip, limit, rest: specs.slice(i) }
}

/** When the rest of a pipeline only counts documents: makes its answer from the number, else undefined. */
export function countingRest(rest: readonly StageSpec[]): ((count: number) => Buffer[]) | undefined {
  const [only] = rest
  if (!only || rest.length !== 1) return undefined
  if (only.name !== '$group' || only.operand.type !== T.object) return undefined
  const [id, total, ...more] = fieldList(only.operand)
  if (!id || !total || more.length > 0 || id[0] !== '_id') return undefined
  if (!isNullish(id[1]) && !isNumberType(id[1].type)) return undefined
  const [sum, ...others] = total[1].type === T.object ? fieldList(total[1]) : []
  if (sum?.[0] !== '$sum' || others.length > 0 || sum[1].type !== T.int || numberOf(sum[1]) !== 1)
    return undefined
  return (count) => {
    const group = [['_id', id[1]] as const, [total[0], wholeNumber(count)] as const]
    return count === 0 ? [] : [buildDocument(group).buf]
  }
}
