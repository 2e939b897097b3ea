import type { LogLine, LogQuestion, LogService } from '@wardtrack/contracts'
import { type OpenLogFile, openLogFiles } from './log-files.ts'
import { createLineFilter, toLogLine } from './log-line.ts'

/** Maximum number of lines in a response. */
const MAX_LINES = 200
/** Maximum bytes that one request reads; the next request continues there. */
const MAX_BYTES = 16 * 1024 * 1024
const CHUNK_BYTES = 256 * 1024
/** Maximum length of a line before it is split: services log no line that long. */
const MAX_LINE_BYTES = 1024 * 1024
const NEWLINE = 0x0a

type Limits = { lines: number; bytes: number; chunkBytes: number }
const LIMITS: Limits = { lines: MAX_LINES, bytes: MAX_BYTES, chunkBytes: CHUNK_BYTES }

/** Found lines, newest first, and the cursor for the next page; no cursor at the end of the log. */
export type FoundLines = { data: LogLine[]; next?: string }

/** Searches a log backwards from its end, or from the end of an earlier response. */
export async function searchLog(
  logsDir: string,
  service: LogService,
  { before, ...filter }: LogQuestion,
  limits: Limits = LIMITS,
): Promise<FoundLines> {
  const files = await openLogFiles(logsDir, service)
  try {
    return await searchFiles(filesFrom(files, before), createLineFilter(filter), limits)
  } finally {
    await Promise.all(files.map(({ file }) => file.close()))
  }
}

/** Returns the files before a position: its own file up to that position, and older files. */
function filesFrom(files: readonly OpenLogFile[], before: string | undefined): OpenLogFile[] {
  if (before === undefined) return [...files]
  const [id, offset] = before.split('-')
  const at = files.findIndex((file) => file.id === id)
  return files
    .slice(at < 0 ? files.length : at)
    .map((file, index) => (index === 0 ? { ...file, size: Math.min(file.size, Number(offset)) } : file))
}

async function searchFiles(
  files: readonly OpenLogFile[],
  isWanted: (text: string) => boolean,
  limits: Limits,
): Promise<FoundLines> {
  const data: LogLine[] = []
  let bytes = 0
  for (const [index, file] of files.entries()) {
    for await (const { text, offset, read } of linesBackwards(file, limits.chunkBytes)) {
      bytes += read
      if (isWanted(text)) data.push(toLogLine(text, `${file.id}-${offset}`))
      if (data.length < limits.lines && bytes < limits.bytes) continue
      const older = files[index + 1]
      if (offset > 0) return { data, next: `${file.id}-${offset}` }
      return older ? { data, next: `${older.id}-${older.size}` } : { data }
    }
  }
  return { data }
}

/** Yields the lines of a file from its end, each with its start offset and the bytes read since the previous line. */
async function* linesBackwards(
  { file, size }: OpenLogFile,
  chunkBytes: number,
): AsyncGenerator<{ text: string; offset: number; read: number }, void> {
  let start = size
  let pending: Buffer = Buffer.alloc(0)
  let read = 0
  while (start > 0) {
    const length = Math.min(chunkBytes, start)
    const chunk = Buffer.alloc(length)
    start -= length
    const { bytesRead } = await file.read(chunk, 0, length, start)
    read += bytesRead
    let unread: Buffer = Buffer.concat([chunk, pending])
    for (let end = unread.length; ; ) {
      const at = end > 0 ? unread.lastIndexOf(NEWLINE, end - 1) : -1
      if (at < 0) {
        unread = unread.subarray(0, end)
        break
      }
      const line = unread.subarray(at + 1, end)
      if (line.length > 0) {
        yield { text: line.toString('utf8'), offset: start + at + 1, read }
        read = 0
      }
      end = at
    }
    if (unread.length > MAX_LINE_BYTES) {
      yield { text: unread.toString('utf8'), offset: start, read }
      read = 0
      unread = Buffer.alloc(0)
    }
    pending = unread
  }
  if (pending.length > 0) yield { text: pending.toString('utf8'), offset: 0, read }
}
