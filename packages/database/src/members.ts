import { type InferRawDocType, type InferRawDocTypeWithout_id, Schema } from 'mongoose'

/** A member without a structure of its own in the schema; `typed` names its type. */
export const Mixed = Schema.Types.Mixed
export const ObjectId = Schema.Types.ObjectId

// An empty text is a value like any other: a display name may be empty.
Schema.Types.String.checkRequired((value) => typeof value === 'string')

type NoOptions = object

/** A member that every document has. */
export const required = <const T, const O = NoOptions>(type: T, options?: O) =>
  ({ type, required: true, ...options }) as unknown as { readonly type: T; readonly required: true } & O

/** A member that is absent where there is no value: null is refused, and a list does not default to an empty one. */
export const optional = <const T, const O = NoOptions>(type: T, options?: O) =>
  ({ type, allowNull: false, default: undefined, ...options }) as unknown as {
    readonly type: T
    readonly allowNull: false
  } & O

/** A member that every document has, null where there is no value. */
export const nullable = <const T>(type: T) =>
  ({ type, default: null }) as unknown as {
    readonly type: T
    readonly required: true
    readonly __rawDocTypeHint: InferRawDocType<{ value: { type: T; required: true } }>['value'] | null
  }

/** Names the TypeScript type of a member where the schema's own would be wider. */
export const typed = <T>() => ({}) as { readonly __rawDocTypeHint: T }

type Flat<T> = { [K in keyof T]: T[K] }
type Members = Record<string, unknown>

const STRICT = {
  // An empty object is kept as it is.
  minimize: false,
  strict: 'throw',
  // Documents are read as plain objects: no name of a member is in the way.
  suppressReservedKeysWarning: true,
} as const

/**
 * The schema of a collection. Its models refuse members that it does not declare, in documents, updates and filters, and
 * answer with plain objects.
 */
export const createSchema = <const M extends Members>(
  collection: string,
  members: M,
): Schema<Flat<InferRawDocType<M>>> =>
  new Schema(members as never, {
    ...STRICT,
    collection,
    versionKey: false,
    strictQuery: 'throw',
    lean: true,
  }) as never

/** The schema of an object inside a document. */
export const embedded = <const M extends Members>(members: M): Schema<Flat<InferRawDocTypeWithout_id<M>>> =>
  new Schema(members as never, { ...STRICT, _id: false }) as never
