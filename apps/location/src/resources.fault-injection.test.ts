import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { NOTHING_WRONG } from './testing/compare-stored.ts'
import { FAULT_MS, faultRounds } from './testing/fault-rounds.ts'
import {
  type LocationUnderFaults,
  openLocationUnderFaults,
  type SupervisedProcess,
} from './testing/location-under-faults.ts'

const LIMIT_MS = 600_000
const FAKETIME = ['x86_64', 'aarch64']
  .map((machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketimeMT.so.1`)
  .find((file) => existsSync(file))
/** Jumps of the clock, forwards or backwards, in seconds. */
const JUMPS = [7_200, -7_200, 86_400, -1_800, 30, 0]

let location: LocationUnderFaults
afterEach(() => location.remove())

test(
  'loses nothing when clocks jump',
  async () => {
    if (!FAKETIME) throw new Error('libfaketime is needed for this test: install libfaketime')
    const dir = mkdtempSync(join(tmpdir(), 'wardtrack-clock-'))
    const file = join(dir, 'offset')
    writeFileSync(file, '+0')
    const clock = {
      LD_PRELOAD: FAKETIME,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_CACHE_DURATION: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    }
    // The store is started with the environment of the tests.
    for (const [name, value] of Object.entries(clock)) vi.stubEnv(name, value)
    location = await openLocationUnderFaults({ environment: clock })
    for (let round = 0; round < faultRounds(8); round += 1)
      for (const seconds of JUMPS)
        await location.run(async () => {
          writeFileSync(file, `${seconds < 0 ? '' : '+'}${seconds}`)
          await sleep(FAULT_MS * 1.5)
        })
    expect(await location.compareStored('the clock of service and store jumps')).toEqual(NOTHING_WRONG)
    rmSync(dir, { recursive: true })
  },
  LIMIT_MS,
)

/** Limits a process to its open file handles for a while. */
async function takeFileHandles(from: SupervisedProcess<{ pid: number }>): Promise<void> {
  const { pid } = from.current()
  const limit = (files: number): void => {
    execFileSync('prlimit', [`--pid=${pid}`, `--nofile=${files}:`])
  }
  limit(readdirSync(`/proc/${pid}/fd`).length)
  // Reconnecting requires new handles.
  location.toService.reset()
  location.toStore.reset()
  await sleep(FAULT_MS)
  limit(1_024)
}

test(
  'recovers when service and store run out of file handles',
  async () => {
    location = await openLocationUnderFaults()
    for (let round = 0; round < faultRounds(15); round += 1) {
      await location.run(() => takeFileHandles(location.service))
      await location.run(() => takeFileHandles(location.store))
    }
    expect(await location.compareStored('out of file handles: the service or the store')).toEqual(
      NOTHING_WRONG,
    )
  },
  LIMIT_MS,
)

/** Limits a process to its current memory, until it crashes or for a while. */
async function takeMemory(from: SupervisedProcess<{ pid: number }>): Promise<void> {
  const before = from.restarts()
  const { pid } = from.current()
  const size = Number(/VmSize:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1_024
  execFileSync('prlimit', [`--pid=${pid}`, `--as=${size}:`])
  const ended = from.restarted(before)
  const isEnded = await Promise.race([ended.then(() => true), sleep(3 * FAULT_MS).then(() => false)])
  if (isEnded) return
  try {
    execFileSync('prlimit', [`--pid=${pid}`, '--as=unlimited:'], { stdio: 'ignore' })
  } catch {
    // The process ended at this moment.
    await ended
  }
}

test(
  'recovers when service and store run out of memory',
  async () => {
    location = await openLocationUnderFaults()
    for (let round = 0; round < faultRounds(15); round += 1) {
      await location.run(() => takeMemory(location.service))
      await location.run(() => takeMemory(location.store))
    }
    expect(location.service.restarts() + location.store.restarts()).toBeGreaterThan(0)
    expect(await location.compareStored('out of memory: the service or the store')).toEqual(NOTHING_WRONG)
  },
  LIMIT_MS,
)
