import { calls, type ErrorDetail } from '@wardtrack/contracts'
import type { z } from 'zod'
import { detailsOf } from '../details-of.ts'
import { parseBody } from '../parse-body.ts'
import { cutValue, type ValuePiece } from './value-pieces.ts'

/** The body of a call, parsed by its schema, or every problem that the schema finds. */
export type CheckedBody =
  | {
      data: unknown
      /** the body before the schema changed it, if requested */
      sent?: unknown
    }
  | { errors: ErrorDetail[] }

/** The bytes of a body, and the name of its call. */
export type SentBody = {
  call: string
  bytes: Uint8Array
  /** true to return the body before the schema changed it, too */
  withSent: boolean
}

/** Parses and checks the body of a call, and yields it in pieces that are fast to copy. @throws ApiError 400 */
export async function* checkBody({ call, bytes, withSent }: SentBody): AsyncGenerator<ValuePiece, void> {
  const shape = (calls as Record<string, { shapes: { body?: z.ZodType } }>)[call]?.shapes.body
  const value = parseBody(bytes)
  const read = shape?.safeParse(value)
  const checked: CheckedBody =
    read?.success === false
      ? { errors: detailsOf(read.error) }
      : { data: read ? read.data : value, ...(withSent ? { sent: value } : {}) }
  yield* cutValue(checked)
}
