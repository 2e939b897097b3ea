import { NULL } from '../bson/make.ts'
import { asString, documentValue, elementList, fieldList, regexParts, T, type Value } from '../bson/value.ts'
import { buildArray } from '../bson/writer.ts'
import { notImplemented, StoreError } from '../errors.ts'
import { splitPath } from '../keys/index-keys.ts'
import type { Filter } from '../query/ast.ts'
import { closeDocument, openDocument } from '../update/editable-document.ts'
import { assignPath } from './assign-path.ts'
import { compileExpression, pathValue } from './expression.ts'
import type { Source, Stage } from './pipeline.types.ts'
import { stageSpecs } from './stage-specs.ts'

/** $lookup by equal fields, by a pipeline with `let`, or by both. */
export function lookup(operand: Value, source: Source): Stage {
  const fields = new Map(operand.type === T.object ? fieldList(operand) : [])
  const text = (name: string) => {
    const value = fields.get(name)
    return value?.type === T.string ? asString(value) : undefined
  }
  const from = text('from')
  const as = text('as')
  const local = text('localField')
  const foreign = text('foreignField')
  const pipeline = fields.get('pipeline')
  if (!from || !as) throw new StoreError(9, "$lookup needs 'from' and 'as'")
  if ((local === undefined) !== (foreign === undefined) || (local === undefined && !pipeline)) {
    throw new StoreError(9, '$lookup requires either localField and foreignField, or a pipeline')
  }
  const specs = pipeline ? stageSpecs(pipeline) : []
  const variables = (fields.has('let') ? fieldList(fields.get('let')!) : []).map(
    ([name, value]) => [name, compileExpression(value)] as const,
  )
  const parts = local === undefined ? undefined : splitPath(local)
  return function* (input) {
    for (const buf of input) {
      if (!buf) {
        yield undefined
        continue
      }
      const root = documentValue(buf)
      const vars = { ...source.vars }
      for (const [name, expression] of variables) vars[name] = expression({ root, vars: source.vars })
      const filter = parts && foreign !== undefined ? equality(foreign, pathValue(root, parts, 0)) : undefined
      const found: Value[] = []
      for (const joined of source.open(from, specs, vars, filter)()) {
        if (joined) found.push(documentValue(joined))
        else yield undefined
      }
      const document = openDocument(root)
      assignPath(document, as.split('.'), 0, buildArray(found))
      yield closeDocument(document)
    }
  }
}

/** Foreign documents that hold the local value, or one of them when it is an array. */
function equality(path: string, local: Value): Filter {
  const value = local.type === T.missing ? NULL : local
  const values = value.type === T.array ? elementList(value) : [value]
  const pattern = values.find((item) => item.type === T.regex)
  if (pattern) throw notImplemented(`$lookup by a regular expression /${regexParts(pattern).pattern}/`)
  return { kind: 'leaf', path, parts: splitPath(path), predicate: { op: 'in', values, patterns: [] } }
}
