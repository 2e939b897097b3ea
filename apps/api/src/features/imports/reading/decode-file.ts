import { createReadStream } from 'node:fs'
import { messages } from '@wardtrack/contracts'
import { importRefusal } from './import-refusal.ts'
import type { Encoding } from './sniff-file.ts'

const CHUNK_BYTES = 64 * 1024

/** The text of a file in pieces. @throws ApiError 400 for bytes that are no letters of the encoding, and for NUL */
export async function* decodeFile(path: string, encoding: Encoding): AsyncGenerator<string, void> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  let line = 1
  const decode = (bytes?: Buffer): string => {
    try {
      return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode()
    } catch {
      const message = encoding === 'utf-8' ? messages.importEncoding : messages.importEncodingUtf16
      throw importRefusal(message, line + (bytes ? linesIn(goodPart(bytes, encoding)) : 0))
    }
  }
  for await (const bytes of createReadStream(path, { highWaterMark: CHUNK_BYTES }) as AsyncIterable<Buffer>) {
    const text = decode(bytes)
    if (text.includes('\0'))
      throw importRefusal(messages.importNul, line + linesIn(text.slice(0, text.indexOf('\0'))))
    line += linesIn(text)
    yield text
  }
  const end = decode()
  if (end !== '') yield end
}

/** The text before the first bytes of a piece that are no letter. */
function goodPart(bytes: Buffer, encoding: Encoding): string {
  // A piece may begin in the middle of a letter.
  const letter = encoding === 'utf-8' ? bytes.findIndex((byte) => (byte & 0xc0) !== 0x80) : 0
  const text = new TextDecoder(encoding).decode(bytes.subarray(Math.min(3, Math.max(0, letter))))
  return text.slice(0, Math.max(0, text.indexOf('\uFFFD')))
}

function linesIn(text: string): number {
  let lines = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1
  return lines
}
