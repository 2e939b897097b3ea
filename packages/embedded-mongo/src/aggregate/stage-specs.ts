import { elementList, fieldList, T, type Value } from '../bson/value.ts'
import { StoreError } from '../errors.ts'
import type { StageSpec } from './pipeline.types.ts'

/** The stages of a pipeline. @throws StoreError when it is no list of single-member objects */
export function stageSpecs(pipeline: Value): StageSpec[] {
  if (pipeline.type !== T.array) throw new StoreError(14, "'pipeline' option must be specified as an array")
  return elementList(pipeline).map((stage) => {
    const fields = stage.type === T.object ? fieldList(stage) : []
    if (fields.length !== 1)
      throw new StoreError(40323, 'A pipeline stage specification object must contain exactly one field.')
    return { name: fields[0]![0], operand: fields[0]![1] }
  })
}
