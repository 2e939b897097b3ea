import { Readable } from 'node:stream'
import { sendStream } from './send-answer.ts'
import type { CallContext } from './served-call.ts'

/**
 * Answers with a csv file as its lines are made. What fails before the first line is a refusal like any other; later it
 * breaks the file off, so that nobody takes a part for the whole.
 * @param lines texts that end with a line break, one or more lines each
 */
export async function sendCsv(
  lines: AsyncGenerator<string, void>,
  fileName: string,
  { response, log }: Pick<CallContext<unknown>, 'response' | 'log'>,
): Promise<void> {
  const first = await lines.next()
  response.setHeader('Content-Type', 'text/csv; charset=utf-8')
  response.setHeader('Content-Disposition', `attachment; filename="${fileName}"`)
  response.setHeader('Cache-Control', 'no-store')
  await sendStream(Readable.from(withFirst(first, lines), { objectMode: false }), response).catch(
    (error: unknown) => log.error({ err: error }, 'an export broke off'),
  )
}

async function* withFirst(
  first: IteratorResult<string, void>,
  following: AsyncGenerator<string, void>,
): AsyncGenerator<string, void> {
  if (!first.done) yield first.value
  yield* following
}
