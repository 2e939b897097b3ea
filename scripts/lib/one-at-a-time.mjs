import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { at } from './paths.mjs'

// Outside node_modules, which an install may replace while the lock is held.
const LOCK = at('.turbo', 'commands.lock')

/**
 * Runs work while no other command of this checkout installs or builds: `npm test` in one terminal waits for `npm
 * start` in another. A lock is taken over when its owner has ended.
 */
export async function oneAtATime(work) {
  let isAnnounced = false
  while (!take()) {
    if (!isAnnounced) console.log('Waiting for another Wardtrack command that installs or builds')
    isAnnounced = true
    await sleep(200)
  }
  const release = () => rmSync(LOCK, { force: true })
  process.once('exit', release)
  try {
    return await work()
  } finally {
    process.off('exit', release)
    release()
  }
}

/** Links a file that already contains this process's id, so that the lock always names its owner. */
function take() {
  const ownLock = `${LOCK}.${process.pid}`
  mkdirSync(dirname(LOCK), { recursive: true })
  writeFileSync(ownLock, String(process.pid))
  try {
    linkSync(ownLock, LOCK)
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    if (!isOwned()) rmSync(LOCK, { force: true })
    return false
  } finally {
    rmSync(ownLock, { force: true })
  }
}

function isOwned() {
  try {
    process.kill(Number(readFileSync(LOCK, 'utf8')), 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
