import type { Value } from '../bson/value.ts'
import type { Filter } from '../query/ast.ts'
import type { Scope } from './operator.ts'

/** Documents, with undefined wherever the reader may yield to other work of the process. */
export type Stream = Iterable<Buffer | undefined>
export type Pipeline = () => Stream

/** One stage: documents in, documents out. */
export type Stage = (input: Stream) => Stream
/** A stage as it was sent. */
export type StageSpec = { name: string; operand: Value }

/** What stages need from their surroundings: variables, other collections, sub-pipelines. */
export type Source = {
  vars: Scope['vars']
  compile(specs: readonly StageSpec[], vars: Scope['vars']): (input: Stream) => Stream
  open(collection: string, specs: readonly StageSpec[], vars: Scope['vars'], filter?: Filter): Pipeline
}
