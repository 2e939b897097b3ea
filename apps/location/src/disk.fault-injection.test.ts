import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { NOTHING_WRONG } from './testing/compare-stored.ts'
import { FAULT_MS, faultRounds } from './testing/fault-rounds.ts'
import { type LocationUnderFaults, openLocationUnderFaults } from './testing/location-under-faults.ts'

const DISK_MB = 256
const LIMIT_MS = 600_000
const BALLAST_BYTES = 256 * 1024

let small: LocationUnderFaults | undefined
let mounted: string | undefined
afterEach(async () => {
  if (mounted) execFileSync('umount', ['--lazy', mounted])
  mounted = undefined
  await small?.remove()
  small = undefined
})

/** Fills the remaining disk space. @returns function that frees the space */
function fillDisk(dir: string): () => Promise<void> {
  const file = join(dir, 'ballast')
  for (let bytes = BALLAST_BYTES; bytes >= 4_096; bytes /= 2)
    try {
      for (;;) writeFileSync(file, Buffer.alloc(bytes), { flag: 'a' })
    } catch {
      // Tries smaller chunks until nothing fits.
    }
  return () => rm(file)
}

test(
  'loses nothing while the disk of the store is full',
  async () => {
    small = await openLocationUnderFaults({
      prepareDisk: async (dir) => {
        // Only root may mount. Where mounting is not allowed, the test fails.
        execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m`, 'tmpfs', dir])
        mounted = dir
      },
    })
    const { storeDir } = small
    for (let round = 0; round < faultRounds(20); round += 1)
      await small.run(async () => {
        const makeRoom = fillDisk(storeDir)
        await sleep(FAULT_MS)
        await makeRoom()
      })
    expect(await small.compareStored('the disk of the store is full (tmpfs)')).toEqual(NOTHING_WRONG)
  },
  LIMIT_MS,
)
