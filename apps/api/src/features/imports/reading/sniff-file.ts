import type { ImportEncoding, ImportFormat } from '@wardtrack/contracts/import-operations'
import { messages } from '@wardtrack/contracts/messages'
import { importRefusal } from './import-refusal.ts'

const HEAD_BYTES = 4_096

/**
 * First bytes of binary formats: zip (and so every workbook), gzip, old workbooks, PDF, PNG, JPEG, 7z, RAR, bzip2,
 * xz.
 */
const BINARY_HEADS: readonly (readonly number[])[] = [
  [0x50, 0x4b, 0x03, 0x04],
  [0x50, 0x4b, 0x05, 0x06],
  [0x1f, 0x8b],
  [0xd0, 0xcf, 0x11, 0xe0],
  [0x25, 0x50, 0x44, 0x46],
  [0x89, 0x50, 0x4e, 0x47],
  [0xff, 0xd8, 0xff],
  [0x37, 0x7a, 0xbc, 0xaf],
  [0x52, 0x61, 0x72, 0x21],
  [0x42, 0x5a, 0x68],
  [0xfd, 0x37, 0x7a, 0x58],
]

/**
 * Detects the encoding of a file from its first bytes, and checks that they fit the named format, because a file name
 * proves nothing. No file is unpacked.
 * @param chosen encoding that a person has chosen
 * @throws ApiError 400
 */
export function sniffFile(
  beginning: Buffer,
  format: ImportFormat,
  chosen: ImportEncoding | undefined,
): ImportEncoding {
  const head = beginning.subarray(0, HEAD_BYTES)
  if (head.length === 0) throw importRefusal(messages.importEmpty)
  if (BINARY_HEADS.some((bytes) => bytes.every((byte, index) => head[index] === byte)))
    throw importRefusal(messages.importNoText)
  const encoding = chosen ?? encodingOf(head)
  const text = new TextDecoder(encoding).decode(head).trimStart()
  if (text.includes('\0')) throw importRefusal(messages.importNoText)
  if (!isLike(format, text)) throw importRefusal(messages.importOtherFormat)
  return encoding
}

/** Detects the encoding by the byte order mark, or by the positions of the zero bytes of ASCII letters. */
function encodingOf(head: Buffer): ImportEncoding {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  const zeros = (from: number): number =>
    head.filter((byte, index) => byte === 0 && index % 2 === from).length
  const half = head.length / 2
  if (zeros(1) > half * 0.6 && zeros(0) < half * 0.1) return 'utf-16le'
  if (zeros(0) > half * 0.6 && zeros(1) < half * 0.1) return 'utf-16be'
  return 'utf-8'
}

/** Checks that a text can begin a file of a format: CSV begins unlike JSON and XML. */
function isLike(format: ImportFormat, text: string): boolean {
  if (format === 'xml') return text.startsWith('<')
  const isJson = /^[[{]/.test(text)
  return format === 'json' ? isJson : !isJson && !/^<[?!a-z]/i.test(text)
}
