import type { ImportEncoding } from '@wardtrack/contracts/import-operations'
import { messages } from '@wardtrack/contracts/messages'
import { importRefusal } from './import-refusal.ts'
import { type SealedSource, sourceBytes } from './source-bytes.ts'

/** Decodes a file in pieces. @throws ApiError 400 for bytes that are invalid in the encoding, and for NUL */
export async function* decodeFile(
  source: SealedSource,
  encoding: ImportEncoding,
): AsyncGenerator<string, void> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  let line = 1
  try {
    for await (const bytes of sourceBytes(source)) {
      const text = decoder.decode(bytes, { stream: true })
      if (text.includes('\0'))
        throw importRefusal(messages.importNul, line + linesIn(text.slice(0, text.indexOf('\0'))))
      line += linesIn(text)
      yield text
    }
    const end = decoder.decode()
    if (end !== '') yield end
  } catch (error) {
    if (!isEncodingError(error)) throw error
    throw importRefusal(encodingMessage(encoding), await lineOfBadBytes(source, encoding))
  }
}

function encodingMessage(encoding: ImportEncoding): string {
  if (encoding === 'utf-8') return messages.importEncoding
  return encoding.startsWith('utf-16') ? messages.importEncodingUtf16 : messages.importEncodingChosen
}

const isEncodingError = (error: unknown) =>
  error instanceof TypeError && 'code' in error && error.code === 'ERR_ENCODING_INVALID_ENCODED_DATA'

/** Finds the line of the first invalid bytes by reading the file again line by line. */
async function lineOfBadBytes(source: SealedSource, encoding: ImportEncoding): Promise<number> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  // The line feed of little-endian UTF-16 is followed by a zero byte.
  const lineFeedBytes = encoding === 'utf-16le' ? 2 : 1
  let line = 1
  for await (const bytes of sourceBytes(source))
    for (let at = 0, end: number; at < bytes.length; at = end) {
      const lineFeed = bytes.indexOf('\n', at)
      end = lineFeed < 0 ? bytes.length : lineFeed + lineFeedBytes
      try {
        line += linesIn(decoder.decode(bytes.subarray(at, end), { stream: true }))
      } catch {
        return line
      }
    }
  return line
}

function linesIn(text: string): number {
  let lines = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1
  return lines
}
