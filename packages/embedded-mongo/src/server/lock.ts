import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const lockPath = (dataDir: string) => join(dataDir, 'embedded-mongo.lock')
const portPath = (dataDir: string) => join(dataDir, 'embedded-mongo.port')

/** State and start time of a process, from the kernel. Empty on systems without /proc. */
function kernelStatus(pid: number): { state: string; startTime: string } {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in parentheses may hold spaces. The state is the third field, the start time the 22nd.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { state: fields[0] ?? '', startTime: fields[19] ?? '' }
  } catch {
    return { state: '', startTime: '' }
  }
}

/**
 * Reports if a process is alive. Its number alone is not enough: a container reuses the same small numbers after every
 * restart, so a stale lock would look alive. A zombie counts as ended.
 */
function isAlive(pid: number, startTime: string): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  const status = kernelStatus(pid)
  if (status.state === 'Z' || status.state === 'X') return false
  return startTime === '' || status.startTime === startTime
}

const lockText = () => `${process.pid} ${kernelStatus(process.pid).startTime}`

/** The living process that holds the directory, if any. */
function lockHolder(path: string): number | undefined {
  try {
    const [pid = '', startTime = ''] = readFileSync(path, 'utf8').split(' ')
    return /^\d+$/.test(pid) && isAlive(Number(pid), startTime) ? Number(pid) : undefined
  } catch {
    return undefined
  }
}

/**
 * Locks the data directory for this process. Takes over the lock of a dead process (kill -9, power cut).
 * @returns function that releases the lock
 * @throws Error naming the process that holds the lock
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
    // A directory that was removed meanwhile has no lock to release.
    if (existsSync(path) && readFileSync(path, 'utf8') === lockText()) rmSync(path, { force: true })
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

/** The living process that holds a directory, if any. */
export const holderOf = (dataDir: string): number | undefined => lockHolder(lockPath(dataDir))

/** The port that the store of a directory published. */
export function publishedPort(dataDir: string): number | undefined {
  const path = portPath(dataDir)
  const port = existsSync(path) ? Number(readFileSync(path, 'utf8')) : Number.NaN
  return Number.isInteger(port) && port > 0 ? port : undefined
}

/** Publishes the port beside the lock, for tools that look for a running store. */
export function publishPort(dataDir: string, port: number): void {
  writeFileSync(portPath(dataDir), String(port))
}

/** Returns the secret of a store, created at its first start and readable only by its owner. */
export function keepSecret(dataDir: string): string {
  const path = join(dataDir, 'secret')
  try {
    const storedText = readFileSync(path, 'utf8').trim()
    if (storedText.length >= 32) return storedText
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  // The lock is held, so no other process creates a secret now.
  const made = randomBytes(24).toString('hex')
  writeFileSync(path, `${made}\n`, { mode: 0o600 })
  return made
}
