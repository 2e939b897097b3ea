import { Readable } from 'node:stream'
import { sendStream } from './send-answer.ts'
import type { CallContext } from './served-call.ts'

type FileContext = Pick<CallContext<unknown>, 'response' | 'log'>

/** A file that is created while it is sent. */
export type MadeFile = {
  /** its bytes or texts, in their order */
  content: AsyncGenerator<string | Uint8Array, void>
  fileName: string
  mediaType: string
}

/**
 * Answers with a file while it is created. An error before the first part becomes a normal refusal. A later error
 * breaks the connection, so that nobody mistakes a part for the whole. The content has ended afterwards, also when
 * its reader has gone away.
 */
export async function sendFile(file: MadeFile, context: FileContext): Promise<void> {
  try {
    await sendFromFirst(file, context)
  } finally {
    await file.content.return()
  }
}

async function sendFromFirst(
  { content, fileName, mediaType }: MadeFile,
  { response, log }: FileContext,
): Promise<void> {
  const first = await content.next().catch((error: unknown) => {
    // A reader who has gone away needs no answer.
    if (response.destroyed) return undefined
    throw error
  })
  // A stream that never started would not end the content.
  if (!first || response.destroyed) return
  response.setHeader('Content-Type', mediaType)
  response.setHeader('Content-Disposition', `attachment; filename="${fileName}"`)
  response.setHeader('Cache-Control', 'no-store')
  await sendStream(Readable.from(withFirst(first, content), { objectMode: false }), response).catch(
    (error: unknown) => log.error({ err: error }, 'an export broke off'),
  )
}

/**
 * Answers with a csv file while its lines are created.
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
