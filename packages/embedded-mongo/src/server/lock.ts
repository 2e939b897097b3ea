import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const lockPath = (dataDir: string) => join(dataDir, 'embedded-mongo.lock')
const portPath = (dataDir: string) => join(dataDir, 'embedded-mongo.port')

/**
 * When a process began, as the kernel tells it. A process number alone is not enough: in a container the same small
 * numbers come back after every restart, and a stale lock would look alive. Empty where there is no /proc.
 */
function startTimeOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in parentheses may hold spaces; the begin is the 22nd field, the 20th behind it.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  } catch {
    return ''
  }
}

function isAlive(pid: number, begin: string): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  return begin === '' || startTimeOf(pid) === begin
}

const lockText = () => `${process.pid} ${startTimeOf(process.pid)}`

/** The living process that holds the directory, if any. */
function lockHolder(path: string): number | undefined {
  try {
    const [pid = '', begin = ''] = readFileSync(path, 'utf8').split(' ')
    return /^\d+$/.test(pid) && isAlive(Number(pid), begin) ? Number(pid) : undefined
  } catch {
    return undefined
  }
}

/**
 * Takes the data directory for this process. A lock whose process is gone (kill -9, power cut) is taken over; one
 * whose process lives is respected with an error that names it. Answers the function that gives the lock back.
 */
export function takeLock(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true })
  const path = lockPath(dataDir)
  for (let attempt = 0; !create(path); attempt++) {
    const pid = lockHolder(path)
    if (pid !== undefined || attempt > 5) {
      throw new Error(
        `The data directory ${dataDir} is in use by the embedded store of process ${pid ?? 'unknown'}`,
      )
    }
    setAside(path)
  }
  return () => {
    rmSync(portPath(dataDir), { force: true })
    if (readFileSync(path, 'utf8') === lockText()) rmSync(path, { force: true })
  }
}

function create(path: string): boolean {
  try {
    writeFileSync(path, lockText(), { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** Moves a stale lock away. When another process was faster and its fresh lock was moved, it is put back. */
function setAside(path: string): void {
  const aside = `${path}.${process.pid}`
  try {
    renameSync(path, aside)
  } catch {
    return
  }
  if (lockHolder(aside) !== undefined) renameSync(aside, path)
  else rmSync(aside, { force: true })
}

/** Publishes the port beside the lock, for tools that look for a running store. */
export function publishPort(dataDir: string, port: number): void {
  writeFileSync(portPath(dataDir), String(port))
}

/** The secret of a store, made at its first start and readable by its owner alone. */
export function keepSecret(dataDir: string): string {
  const path = join(dataDir, 'secret')
  try {
    const kept = readFileSync(path, 'utf8').trim()
    if (kept.length >= 32) return kept
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  // The lock is held, so nobody else makes one in the same moment.
  const made = randomBytes(24).toString('hex')
  writeFileSync(path, `${made}\n`, { mode: 0o600 })
  return made
}
