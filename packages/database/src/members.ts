import { Schema, type Types } from 'mongoose'

/** A member without a schema; `typed` names its type. */
export const Mixed = Schema.Types.Mixed
export const ObjectId = Schema.Types.ObjectId

// Empty texts are allowed: a display name may be empty.
Schema.Types.String.checkRequired((value) => typeof value === 'string')

/**
 * The schema of a collection or of an embedded object, with the type of its documents. The schema type of mongoose
 * itself costs the compiler seconds in every package that imports the models.
 */
export interface DocumentSchema<D> {
  /** declares an index; see mongoose's `Schema.index` */
  index(fields: Readonly<Record<string, 1 | -1>>, options?: object): unknown
  /** never set: it only carries the type */
  readonly documentType?: D
}

/** The type of a schema's documents. */
export type DocumentOf<S> = S extends DocumentSchema<infer D> ? D : never

/** The type of a member's values, from its constructor, list or schema. */
type ValueOf<T> = T extends StringConstructor
  ? string
  : T extends NumberConstructor
    ? number
    : T extends BooleanConstructor
      ? boolean
      : T extends DateConstructor
        ? Date
        : T extends typeof ObjectId
          ? Types.ObjectId
          : T extends readonly [infer Element]
            ? ValueOf<Element>[]
            : T extends DocumentSchema<infer D>
              ? D
              : unknown

/** The type of a member's values, narrowed by the options: `typed` names the type, `enum` its values. */
type NarrowedValueOf<T, O> = O extends { readonly valueType: infer V }
  ? V
  : O extends { readonly enum: readonly (infer V)[] }
    ? T extends readonly unknown[]
      ? V[]
      : V
    : ValueOf<T>

type RequiredMember<V> = { readonly required: true; readonly value: V }
type OptionalMember<V> = { readonly required: false; readonly value: V }
type Members = Readonly<Record<string, RequiredMember<unknown> | OptionalMember<unknown>>>

type Flatten<T> = { [K in keyof T]: T[K] }
type MembersOf<M extends Members> = Flatten<
  { -readonly [K in keyof M as M[K] extends RequiredMember<unknown> ? K : never]: M[K]['value'] } & {
    -readonly [K in keyof M as M[K] extends RequiredMember<unknown> ? never : K]?: M[K]['value']
  }
>
type WithId<M extends Members> = '_id' extends keyof M
  ? MembersOf<M>
  : Flatten<{ _id: Types.ObjectId } & MembersOf<M>>

type NoOptions = object

/** A member that every document has. */
export const required = <const T, const O = NoOptions>(type: T, options?: O) =>
  ({ type, required: true, ...options }) as unknown as RequiredMember<NarrowedValueOf<T, O>>

/** A member that is absent when it has no value: null is refused, and a list does not default to an empty one. */
export const optional = <const T, const O = NoOptions>(type: T, options?: O) =>
  ({ type, allowNull: false, default: undefined, ...options }) as unknown as OptionalMember<
    NarrowedValueOf<T, O>
  >

/** A member that every document has, null when it has no value. */
export const nullable = <const T>(type: T) =>
  ({ type, default: null }) as unknown as RequiredMember<ValueOf<T> | null>

/** Names the TypeScript type of a member where the schema's type would be wider. */
export const typed = <T>() => ({}) as { readonly valueType: T }

const STRICT = {
  // Empty objects are stored.
  minimize: false,
  strict: 'throw',
  // Documents are read as plain objects, so that no member name is reserved.
  suppressReservedKeysWarning: true,
} as const

/**
 * Creates the schema of a collection. Its models refuse undeclared members in documents, updates and filters, and
 * return plain objects.
 */
export const createSchema = <const M extends Members>(
  collection: string,
  members: M,
): DocumentSchema<WithId<M>> =>
  new Schema(members, {
    ...STRICT,
    collection,
    versionKey: false,
    strictQuery: 'throw',
    lean: true,
  }) as never

/** Creates the schema of an embedded object. */
export const embedded = <const M extends Members>(members: M): DocumentSchema<MembersOf<M>> =>
  new Schema(members, { ...STRICT, _id: false }) as never
