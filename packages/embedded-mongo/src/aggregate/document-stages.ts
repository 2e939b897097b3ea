import { fromJs } from '../bson/make.ts'
import { asString, documentValue, elementList, fieldList, T, type Value } from '../bson/value.ts'
import { notImplemented, StoreError } from '../errors.ts'
import { compileProjection } from '../query/projection.ts'
import { closeDocument, openDocument } from '../update/editable-document.ts'
import { compileExpression } from './expression.ts'

/** Makes one document from one document. */
export type DocumentStage = (buf: Buffer) => Buffer

export function projectStage(operand: Value): DocumentStage | undefined {
  if (operand.type === T.object) return compileProjection(operand, '$project')
  throw new StoreError(15969, '$project specification must be an object')
}

/** $set of fields of the document itself; a missing value takes the field away. */
export function setStage(operand: Value): DocumentStage {
  if (operand.type !== T.object) throw new StoreError(40272, '$set specification stage must be an object')
  const assignments = fieldList(operand).map(([name, value]) => {
    if (name === '' || name.startsWith('$'))
      throw new StoreError(16410, `FieldPath field names may not start with '$' or be empty: '${name}'`)
    const [first] = value.type === T.object ? fieldList(value) : []
    if (name.includes('.') || (first && !first[0].startsWith('$')))
      throw notImplemented('$set of members in a pipeline')
    return { name, expression: compileExpression(value) }
  })
  return (buf) => {
    const root = documentValue(buf)
    const document = openDocument(root)
    for (const { name, expression } of assignments) {
      const value = expression(root)
      if (value.type === T.missing) document.fields.delete(name)
      else document.fields.set(name, value)
    }
    return closeDocument(document)
  }
}

export function unsetStage(operand: Value): DocumentStage | undefined {
  const names = (operand.type === T.array ? elementList(operand) : [operand]).map((item) => {
    if (item.type !== T.string)
      throw new StoreError(31120, '$unset specification must be a string or an array of strings')
    return asString(item)
  })
  if (names.length === 0) throw new StoreError(31119, '$unset specification must have at least one field')
  return compileProjection(fromJs(Object.fromEntries(names.map((name) => [name, 0]))), '$project')
}
