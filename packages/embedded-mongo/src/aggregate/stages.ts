import { fromJs, NULL } from '../bson/make.ts'
import { isNumberType, numberOf, wholeNumber } from '../bson/number.ts'
import { asBool, asString, documentValue, elementList, fieldList, T, Value } from '../bson/value.ts'
import { buildArray, buildDocument } from '../bson/writer.ts'
import { StoreError } from '../errors.ts'
import { splitPath } from '../keys/index-keys.ts'
import { compileFilter } from '../query/match.ts'
import { parseFilter } from '../query/parse.ts'
import { parseSort, Sorter, sortKeyMaker } from '../query/sort.ts'
import { closeDocument, openDocument } from '../update/editable-document.ts'
import { assignPath } from './assign-path.ts'
import { documentStage } from './document-stages.ts'
import { pathValue } from './expression.ts'
import { Grouping } from './group.ts'
import { lookup } from './lookup.ts'
import type { Pipeline, Source, Stage, StageSpec } from './pipeline.types.ts'
import { stageSpecs } from './stage-specs.ts'

/** Makes a stage from how it was sent. */

export function makeStage({ name, operand }: StageSpec, source: Source, limit: number | undefined): Stage {
  const each = documentStage(name, operand)
  if (each) return perDocument((buf) => each(buf, source.vars))
  switch (name) {
    case '$match':
      return match(operand, source)
    case '$sort':
      return sort(operand, limit)
    case '$limit':
      return take(whole(operand, '$limit', 1))
    case '$skip':
      return skip(whole(operand, '$skip', 0))
    case '$group':
      return group(operand, source)
    case '$count':
      return count(operand)
    case '$sortByCount':
      return sortByCount(operand, source)
    case '$unwind':
      return unwind(operand)
    case '$facet':
      return facet(operand, source)
    case '$lookup':
      return lookup(operand, source)
    case '$unionWith':
      return unionWith(operand, source)
    case '$sample':
      return sample(operand)
    default:
      throw new StoreError(40324, `Unrecognized pipeline stage name: '${name}'`)
  }
}

const perDocument = (change: (buf: Buffer) => Buffer): Stage =>
  function* (input) {
    for (const buf of input) yield buf && change(buf)
  }

export function whole(value: Value, name: string, least: number): number {
  const number = isNumberType(value.type) ? numberOf(value) : Number.NaN
  if (!Number.isInteger(number) || number < least) {
    throw new StoreError(
      name === '$limit' ? 15958 : 15956,
      `invalid argument to ${name} stage: ${name.slice(1)} must be ${least === 1 ? 'positive' : 'a non-negative number'}`,
    )
  }
  return number
}

function match(operand: Value, source: Source): Stage {
  if (operand.type !== T.object)
    throw new StoreError(15959, 'the match filter must be an expression in an object')
  const test = compileFilter(parseFilter(operand, source.vars))
  return function* (input) {
    for (const buf of input) if (!buf || test(buf, 0)) yield buf
  }
}

function sort(operand: Value, limit: number | undefined): Stage {
  const keys = operand.type === T.object ? parseSort(operand) : []
  if (keys.length === 0) throw new StoreError(15976, '$sort stage must have at least one sort key')
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

const take = (limit: number): Stage =>
  function* (input) {
    let remaining = limit
    for (const buf of input) {
      yield buf
      if (buf && --remaining === 0) return
    }
  }

const skip = (documents: number): Stage =>
  function* (input) {
    let remaining = documents
    for (const buf of input) {
      if (buf && remaining > 0) remaining--
      else yield buf
    }
  }

function group(operand: Value, source: Source): Stage {
  // Made once here so that a wrong specification is refused before anything is read.
  let first: Grouping | undefined = new Grouping(operand)
  return function* (input) {
    const grouping = first ?? new Grouping(operand)
    first = undefined
    for (const buf of input) {
      if (buf) grouping.add(buf, source.vars)
      else yield undefined
    }
    yield* grouping.result()
  }
}

function count(operand: Value): Stage {
  const name = operand.type === T.string ? asString(operand) : ''
  if (name === '' || name.startsWith('$') || name.includes('.'))
    throw new StoreError(40156, 'the count field must be a non-empty string')
  return function* (input) {
    let total = 0
    for (const buf of input) {
      if (buf) total++
      else yield undefined
    }
    if (total > 0) yield buildDocument([[name, wholeNumber(total)]]).buf
  }
}

function sortByCount(operand: Value, source: Source): Stage {
  const spec = buildDocument([
    ['_id', operand],
    ['count', fromJs({ $sum: 1 })],
  ])
  const grouped = group(spec, source)
  const sorted = sort(fromJs({ count: -1 }), undefined)
  return (input) => sorted(grouped(input))
}

function unwind(operand: Value): Stage {
  const fields = new Map<string, Value>(operand.type === T.object ? fieldList(operand) : [['path', operand]])
  const path = fields.get('path')
  const text = path?.type === T.string ? asString(path) : ''
  if (!text.startsWith('$'))
    throw new StoreError(28818, "path option to $unwind stage should be prefixed with a '$'")
  const parts = splitPath(text.slice(1))
  const names = parts.map((part) => part.name)
  const indexName = fields.get('includeArrayIndex')
  const index = indexName ? asString(indexName) : undefined
  const keepEmpty = fields.get('preserveNullAndEmptyArrays')
  const preserve = keepEmpty !== undefined && keepEmpty.type === T.bool && asBool(keepEmpty)
  const rewrite = (buf: Buffer, value: Value | undefined, position: Value): Buffer => {
    const document = openDocument(documentValue(buf))
    if (value) assignPath(document, names, 0, value)
    if (index) assignPath(document, index.split('.'), 0, position)
    return closeDocument(document)
  }
  return function* (input) {
    for (const buf of input) {
      if (!buf) {
        yield undefined
        continue
      }
      const value = pathValue(documentValue(buf), parts, 0)
      if (value.type === T.array) {
        const items = elementList(value)
        for (let i = 0; i < items.length; i++) yield rewrite(buf, items[i], longPosition(i))
        if (items.length === 0 && preserve) yield rewrite(buf, new Value(T.missing, buf, 0, 0), NULL)
      } else if (value.type === T.null || value.type === T.missing || value.type === T.undefined) {
        if (preserve) yield rewrite(buf, undefined, NULL)
      } else yield rewrite(buf, undefined, NULL)
    }
  }
}

function longPosition(index: number): Value {
  const buf = Buffer.allocUnsafe(8)
  buf.writeBigInt64LE(BigInt(index))
  return new Value(T.long, buf, 0, 8)
}

function facet(operand: Value, source: Source): Stage {
  const parts = operand.type === T.object ? fieldList(operand) : []
  if (parts.length === 0) throw new StoreError(40169, 'the $facet specification must be a non-empty object')
  const compiled = parts.map(([name, pipeline]) => {
    const specs = stageSpecs(pipeline)
    const inner = specs.find((spec) => spec.name === '$facet')
    if (inner) throw new StoreError(40600, '$facet is not allowed to be used within a $facet stage')
    return { name, run: source.compile(specs, source.vars) }
  })
  return function* (input) {
    const documents: Buffer[] = []
    let bytes = 0
    for (const buf of input) {
      if (!buf) {
        yield undefined
        continue
      }
      documents.push(buf)
      bytes += buf.length
      if (bytes > 100 * 1024 * 1024)
        throw new StoreError(292, '$facet exceeds 100 MB and the embedded store does not spill to disk')
    }
    const members: [string, Value][] = []
    for (const { name, run } of compiled) {
      const results: Value[] = []
      for (const buf of run(documents.values())) {
        if (buf) results.push(documentValue(buf))
        else yield undefined
      }
      members.push([name, buildArray(results)])
    }
    yield buildDocument(members).buf
  }
}

function unionWith(operand: Value, source: Source): Stage {
  const fields = new Map<string, Value>(operand.type === T.object ? fieldList(operand) : [['coll', operand]])
  const name = fields.get('coll')
  if (name?.type !== T.string) throw new StoreError(9, '$unionWith needs a collection name')
  const pipeline = fields.get('pipeline')
  const otherPipeline: Pipeline = source.open(
    asString(name),
    pipeline ? stageSpecs(pipeline) : [],
    source.vars,
  )
  return function* (input) {
    yield* input
    yield* otherPipeline()
  }
}

function sample(operand: Value): Stage {
  const size =
    operand.type === T.object ? fieldList(operand).find(([name]) => name === 'size')?.[1] : undefined
  if (!size) throw new StoreError(28745, '$sample requires a size')
  const wanted = whole(size, '$sample', 1)
  return function* (input) {
    const kept: Buffer[] = []
    let seen = 0
    for (const buf of input) {
      if (!buf) {
        yield undefined
        continue
      }
      seen++
      if (kept.length < wanted) kept.push(buf)
      else {
        const place = Math.floor(Math.random() * seen)
        if (place < wanted) kept[place] = buf
      }
    }
    yield* kept
  }
}
