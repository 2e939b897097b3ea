import { Readable } from 'node:stream'
import { sendStream } from './send-answer.ts'
import type { CallContext } from './served-call.ts'

type FileContext = Pick<CallContext<unknown>, 'response' | 'log'>

/** A file that is made while it is sent. */
export type MadeFile = {
  /** its bytes or texts, in their order */
  content: AsyncGenerator<string | Uint8Array, void>
  fileName: string
  mediaType: string
}

/**
 * Answers with a file as it is made. What fails before its first piece is a refusal like any other; later it breaks the
 * file off, so that nobody takes a part for the whole.
 */
export async function sendFile(
  { content, fileName, mediaType }: MadeFile,
  { response, log }: FileContext,
): Promise<void> {
  const first = await content.next().catch((error: unknown) => {
    // A reader who has gone away gets no answer, and wants none.
    if (response.destroyed) return undefined
    throw error
  })
  if (!first) return
  response.setHeader('Content-Type', mediaType)
  response.setHeader('Content-Disposition', `attachment; filename="${fileName}"`)
  response.setHeader('Cache-Control', 'no-store')
  await sendStream(Readable.from(withFirst(first, content), { objectMode: false }), response).catch(
    (error: unknown) => log.error({ err: error }, 'an export broke off'),
  )
}

/**
 * Answers with a csv file as its lines are made.
 * @param lines texts that end with a line break, one or more lines each
 */
export const sendCsv = (
  lines: AsyncGenerator<string, void>,
  fileName: string,
  context: FileContext,
): Promise<void> => sendFile({ content: lines, fileName, mediaType: 'text/csv; charset=utf-8' }, context)

async function* withFirst<Piece>(
  first: IteratorResult<Piece, void>,
  following: AsyncGenerator<Piece, void>,
): AsyncGenerator<Piece, void> {
  if (!first.done) yield first.value
  yield* following
}
