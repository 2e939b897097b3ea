// Measures the bytes that the demo hospital writes to the disk (docs/performance.md). It runs some minutes at normal
// speed, and the result is converted to 8 hours. A faster run would be wrong: the demo sends its events twice a
// second, so more events would share one sync.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startListening } from './lib/bench-children.mjs'
import { bytesWritten } from './lib/bench-disk.mjs'

const HOURS = 8
const MINUTE = 60_000
/** Time of the first start, which fills the store with the hospital. */
const SEEDING_MS = 3 * MINUTE
/** Maximum megabytes that 8 hours may write. */
const MOST = 1000

/**
 * Runs the bench. No other process on the machine may write to the disk.
 * @param {{ minutes?: number, settleMinutes?: number }} options measured time, and time before it: the past events
 * are sent and a checkpoint is complete
 */
export async function benchDemoWrites({ minutes = 30, settleMinutes = 11 } = {}) {
  const dir = mkdtempSync(join(tmpdir(), 'wardtrack-demo-writes-'))
  const settings = { PORT: '0', WARDTRACK_DATA_DIR: dir }
  const product = await startListening('apps/standalone/dist/main.js', settings, [], SEEDING_MS)
  try {
    await sleep(settleMinutes * MINUTE)
    const before = bytesWritten(dir)
    await sleep(minutes * MINUTE)
    const value = ((bytesWritten(dir) - before) / 1000 ** 2) * ((HOURS * 60) / minutes)
    const what = `disk written in ${HOURS} h of the demo, as measured for ${minutes} min`
    return [{ id: 'P13', what, value, unit: 'MB', target: MOST, ok: value <= MOST }]
  } finally {
    await product.stop()
    rmSync(dir, { recursive: true, force: true })
  }
}
