import { compileExpression } from '../aggregate/expression.ts'
import { stageSpecs } from '../aggregate/stages.ts'
import { asString, documentValue, elementList, fieldList, T, type Value } from '../bson/value.ts'
import { notImplemented, StoreError } from '../errors.ts'
import { closeDocument, type EditDocument, openDocument } from './editable-document.ts'

/** Changes an open document; `before` is what expressions are evaluated on. */
type Stage = (document: EditDocument, before: Value) => void

const STAGES: Readonly<Record<string, (operand: Value) => Stage>> = { $set: setStage, $unset: unsetStage }

/** What an update by a pipeline makes of a document. */
export function pipelineChange(pipeline: Value): (before: Buffer) => Buffer {
  const stages = stageSpecs(pipeline).map(({ name, operand }) => {
    const make = Object.hasOwn(STAGES, name) ? STAGES[name] : undefined
    if (!make) throw new StoreError(72, `${name} is not allowed to be used within an update`)
    return make(operand)
  })
  return (before) =>
    stages.reduce((bytes, change) => {
      const value = documentValue(bytes)
      const document = openDocument(value)
      change(document, value)
      return closeDocument(document)
    }, before)
}

/** $set of fields of the document itself; a missing value takes the field away. */
function setStage(operand: Value): Stage {
  if (operand.type !== T.object) throw new StoreError(40272, '$set specification stage must be an object')
  const assignments = fieldList(operand).map(([name, value]) => {
    checkField(name)
    return { name, expression: compileExpression(value) }
  })
  return (document, before) => {
    for (const { name, expression } of assignments) {
      const value = expression(before)
      if (value.type === T.missing) document.fields.delete(name)
      else document.fields.set(name, value)
    }
  }
}

/** $unset of fields of the document itself. */
function unsetStage(operand: Value): Stage {
  const names = (operand.type === T.array ? elementList(operand) : [operand]).map((item) => {
    if (item.type !== T.string)
      throw new StoreError(31120, '$unset specification must be a string or an array of strings')
    checkField(asString(item))
    return asString(item)
  })
  if (names.length === 0) throw new StoreError(31119, '$unset specification must have at least one field')
  return (document) => {
    for (const name of names) document.fields.delete(name)
  }
}

function checkField(name: string): void {
  if (name === '' || name.startsWith('$'))
    throw new StoreError(16410, `FieldPath field names may not start with '$' or be empty: '${name}'`)
  if (name.includes('.')) throw notImplemented('members in a pipeline update')
}
