import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Says which process holds the data directory, and where it listens. */
export type LockContent = { pid: number; port?: number }

const lockPath = (dataDir: string) => join(dataDir, 'embedded-mongo.lock')
const portPath = (dataDir: string) => join(dataDir, 'embedded-mongo.port')

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function holder(dataDir: string): number | undefined {
  try {
    const pid = Number(readFileSync(lockPath(dataDir), 'utf8'))
    return Number.isInteger(pid) && pid > 0 ? pid : undefined
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
  for (let attempt = 0; ; attempt++) {
    try {
      writeFileSync(lockPath(dataDir), String(process.pid), { flag: 'wx' })
      break
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    const pid = holder(dataDir)
    if (attempt > 5 || (pid !== undefined && pid !== process.pid && alive(pid))) {
      throw new Error(
        `The data directory ${dataDir} is in use by the embedded store of process ${pid ?? 'unknown'}`,
      )
    }
    rmSync(lockPath(dataDir), { force: true })
  }
  return () => {
    rmSync(portPath(dataDir), { force: true })
    rmSync(lockPath(dataDir), { force: true })
  }
}

/** Publishes the port beside the lock, for tools that look for a running store. */
export function publishPort(dataDir: string, port: number): void {
  writeFileSync(portPath(dataDir), String(port))
}
