import { fromJs } from '../bson/make.ts'
import { asString, documentValue, elementList, fieldList, T, type Value } from '../bson/value.ts'
import { StoreError } from '../errors.ts'
import { compileProjection } from '../query/projection.ts'
import { typeName } from '../query/type-names.ts'
import { assignments, fieldAdder } from './assign-path.ts'
import { compileExpression } from './expression.ts'
import type { Scope } from './operator.ts'

/** Makes one document from one document. */
export type DocumentStage = (buf: Buffer, vars: Scope['vars']) => Buffer

/** The stages that work document by document ($set, $unset, $project, $replaceRoot …), or undefined for others. */
export function documentStage(name: string, operand: Value): DocumentStage | undefined {
  switch (name) {
    case '$addFields':
    case '$set':
      return fieldAdder(assignments(operand, name))
    case '$project': {
      if (operand.type !== T.object) throw new StoreError(15969, '$project specification must be an object')
      const project = compileProjection(operand, '$project')!
      return (buf, vars) => project(buf, vars)
    }
    case '$unset':
      return unset(operand)
    case '$replaceRoot': {
      const [[key, root] = ['', operand]] = operand.type === T.object ? fieldList(operand) : []
      if (key !== 'newRoot')
        throw new StoreError(40230, "specification for $replaceRoot must be an object with 'newRoot'")
      return replaceRoot(root)
    }
    case '$replaceWith':
      return replaceRoot(operand)
    default:
      return undefined
  }
}

function unset(operand: Value): DocumentStage {
  const names = (operand.type === T.array ? elementList(operand) : [operand]).map((item) => {
    if (item.type !== T.string)
      throw new StoreError(31120, '$unset specification must be a string or an array of strings')
    return asString(item)
  })
  if (names.length === 0) throw new StoreError(31119, '$unset specification must have at least one field')
  const project = compileProjection(fromJs(Object.fromEntries(names.map((name) => [name, 0]))), '$project')!
  return (buf) => project(buf)
}

function replaceRoot(operand: Value): DocumentStage {
  const expression = compileExpression(operand)
  return (buf, vars) => {
    const root = expression({ root: documentValue(buf), vars })
    if (root.type !== T.object) {
      throw new StoreError(
        40228,
        `'newRoot' expression must evaluate to an object, but resulting value was of type ${typeName(root.type)}`,
      )
    }
    return Buffer.from(root.buf.subarray(root.at, root.end))
  }
}

/** A list of such stages as one function, for updates by pipeline. */
export function runDocumentStages(stages: readonly Value[]): (buf: Buffer) => Buffer {
  const list = stages.map((stage) => {
    const [[name, operand] = ['', stage]] = fieldList(stage)
    return documentStage(name, operand)!
  })
  return (buf) => list.reduce((document, stage) => stage(document, {}), buf)
}
