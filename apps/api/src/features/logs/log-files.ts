import { constants } from 'node:fs'
import { type FileHandle, open, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { LOG_SERVICES, type LogFile, type LogService } from '@wardtrack/contracts'

/** Open file of a log. `id` stays the same when the file is rotated and renamed. */
export type OpenLogFile = { file: FileHandle; id: string; size: number }

/** Prefix of a rotated log file: day, minute and number. */
const TURNED_OVER = /^\d{8}-\d{4}-\d{2,4}-$/

/**
 * Returns the log with this name among the offered ones; undefined for other texts. Only these names reach the disk.
 */
export const logServiceOf = (name: string): LogService | undefined =>
  LOG_SERVICES.find((service) => service === name)

/** Opens the files of a log, newest first. Rotation and deletion do not affect open files. Close each of them. */
export async function openLogFiles(logsDir: string, service: LogService): Promise<OpenLogFile[]> {
  const names = fileNamesOf(await namesIn(logsDir), service)
  const files = await Promise.all(names.map((name) => openLogFile(join(logsDir, name))))
  const seen = new Set<string>()
  // A file rotated after the folder was read appears under both names.
  return files.flatMap((file) => {
    if (!file) return []
    if (!seen.has(file.id)) {
      seen.add(file.id)
      return [file]
    }
    void file.file.close()
    return []
  })
}

/** Lists the offered logs with their sizes. */
export async function listLogFiles(logsDir: string): Promise<LogFile[]> {
  const names = await namesIn(logsDir)
  return Promise.all(
    LOG_SERVICES.map(async (service) => {
      const found = await Promise.all(
        fileNamesOf(names, service).map((name) => stat(join(logsDir, name)).catch(() => undefined)),
      )
      const files = found.filter((file) => file !== undefined && file.isFile() && file.size > 0)
      const newest = Math.max(...files.map((file) => file?.mtimeMs ?? 0))
      return {
        service,
        size: files.reduce((sum, file) => sum + (file?.size ?? 0), 0),
        modifiedAt: files.length > 0 ? new Date(newest).toISOString() : null,
      }
    }),
  )
}

/** Returns the file names of a log, newest first: the current file, then rotated ones. */
function fileNamesOf(names: readonly string[], service: LogService): string[] {
  const current = `${service}.log`
  const turnedOver = names.filter(
    (name) => name.endsWith(current) && TURNED_OVER.test(name.slice(0, -current.length)),
  )
  return [...(names.includes(current) ? [current] : []), ...turnedOver.sort().reverse()]
}

async function namesIn(logsDir: string): Promise<string[]> {
  try {
    return await readdir(logsDir)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

async function openLogFile(path: string): Promise<OpenLogFile | undefined> {
  let file: FileHandle
  try {
    file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  } catch (error) {
    // The file was deleted after the folder was read, or its name belongs to something other than a log.
    const code = (error as NodeJS.ErrnoException).code
    if (code === 'ENOENT' || code === 'ELOOP' || code === 'ENXIO') return undefined
    throw error
  }
  const found = await file.stat()
  if (found.isFile()) return { file, id: String(found.ino), size: found.size }
  await file.close()
  return undefined
}
