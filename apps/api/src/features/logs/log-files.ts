import { constants } from 'node:fs'
import { type FileHandle, open, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { LOG_SERVICES, type LogFile, type LogService } from '@wardtrack/contracts'

/** One file of a log, open. `id` stays when the file is turned over and gets another name. */
export type OpenLogFile = { file: FileHandle; id: string; size: number }

/** What a log file gets before its name when it is turned over: day, minute and number. */
const TURNED_OVER = /^\d{8}-\d{4}-\d{2,4}-$/

/** The name of a log among those that are offered; undefined for any other text. Only such names reach the disk. */
export const logServiceOf = (name: string): LogService | undefined =>
  LOG_SERVICES.find((service) => service === name)

/**
 * Opens the files of a log, the newest first. Whoever reads them is not disturbed when they are turned over or deleted
 * meanwhile. Close each of them.
 */
export async function openLogFiles(logsDir: string, service: LogService): Promise<OpenLogFile[]> {
  const names = fileNamesOf(await namesIn(logsDir), service)
  const files = await Promise.all(names.map((name) => openLogFile(join(logsDir, name))))
  const seen = new Set<string>()
  // A file that was turned over since the folder was read is met under both of its names.
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

/** Every log that is offered, with what there is of it. */
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

/** Names of the files of a log, the newest first: the one that is written to, then those that were turned over. */
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
    // It was deleted since the folder was read, or something that is no log took its name.
    const code = (error as NodeJS.ErrnoException).code
    if (code === 'ENOENT' || code === 'ELOOP' || code === 'ENXIO') return undefined
    throw error
  }
  const found = await file.stat()
  if (found.isFile()) return { file, id: String(found.ino), size: found.size }
  await file.close()
  return undefined
}
