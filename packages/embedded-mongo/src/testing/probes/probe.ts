import { type Document, Double, Long } from 'bson'

/*
 * Shared types and helpers of probes. A probe holds the answer that MongoDB's documentation requires. Documents get `_id`
 * 1, 2, 3 … unless they have one. Types are compared: a plain whole number in a probe is a 32-bit integer.
 */

export type FilterProbe = [name: string, documents: Document[], filter: Document, ids: unknown[]]
export type FindProbe = [name: string, documents: Document[], options: Document, expected: Document[]]
export type UpdateProbe = [name: string, documents: Document[], statement: Document, expected: Document[]]
export type PipelineProbe = [name: string, documents: Document[], pipeline: Document[], expected: Document[]]
export type ExpressionProbe = [expression: unknown, document: Document, expected: unknown]
export type CommandProbe = [name: string, documents: Document[], command: Document, reply: Document]
export type RefusalProbe = [name: string, documents: Document[], command: Document, code: number]

/** A double. */
export const D = (value: number) => new Double(value)
/** A 64-bit integer. */
export const L = (value: number | string) => Long.fromString(String(value))
/** A date from a text in UTC without its `Z`. */
export const t = (text: string) => new Date(`${text}Z`)

/** One number in several types, another one, and a text. */
export const numbers = [{ a: 1 }, { a: D(1) }, { a: L(1) }, { a: D(1) }, { a: 2 }, { a: '1' }]
