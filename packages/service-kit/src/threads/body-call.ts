import { calls, type ErrorDetail } from '@wardtrack/contracts'
import type { z } from 'zod'
import { detailsOf } from '../details-of.ts'
import { parseBody } from '../parse-body.ts'
import { cutValue, type ValuePiece } from './value-pieces.ts'

/** The body of a call as its shape reads it, or every problem that the shape finds. */
export type CheckedBody = { data: unknown } | { errors: ErrorDetail[] }

/** The bytes of a body, and the name of the call that they were sent to. */
export type SentBody = { call: string; bytes: Uint8Array }

/** Parses and checks the body of a call, and gives it in pieces that are copied fast. @throws ApiError 400 */
export async function* checkBody({ call, bytes }: SentBody): AsyncGenerator<ValuePiece, void> {
  const shape = (calls as Record<string, { shapes: { body?: z.ZodType } }>)[call]?.shapes.body
  const value = parseBody(bytes)
  const read = shape?.safeParse(value)
  const checked: CheckedBody =
    read?.success === false ? { errors: detailsOf(read.error) } : { data: read ? read.data : value }
  yield* cutValue(checked)
}
