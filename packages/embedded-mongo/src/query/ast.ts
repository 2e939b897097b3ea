import type { Value } from '../bson/value.ts'
import type { PathPart } from '../keys/index-keys.ts'
import type { Pattern } from './pattern.ts'

export type Comparison = 'gt' | 'gte' | 'lt' | 'lte'
/** Tests one document that begins at `at` in `buf`. */
export type DocumentTest = (buf: Buffer, at: number) => boolean
/** Tests one value; type 0 means that the path led to nothing. */
export type ValueTest = (type: number, buf: Buffer, at: number) => boolean

/** Requirement of a leaf on the value at its path. */
export type Predicate =
  | { op: 'eq' | Comparison; value: Value }
  | { op: 'in'; values: readonly Value[] }
  | { op: 'pattern'; pattern: Pattern }
  | { op: 'exists' }
  | { op: 'elemMatchObject'; filter: Filter }
  | { op: 'elemMatchValue'; predicates: readonly Predicate[] }

export type Leaf = { kind: 'leaf'; path: string; parts: readonly PathPart[]; predicate: Predicate }

/** A parsed filter. */
export type Filter =
  | { kind: 'and' | 'or'; children: readonly Filter[] }
  | { kind: 'not'; child: Filter }
  | { kind: 'never' }
  | Leaf

/** Returns the conditions that all must hold, with nested $and flattened. */
export function conjuncts(filter: Filter): Filter[] {
  return filter.kind === 'and' ? filter.children.flatMap(conjuncts) : [filter]
}
