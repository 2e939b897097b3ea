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
      throw importRefusal(messages.importEncoding, line)
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

function linesIn(text: string): number {
  let lines = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1
  return lines
}
