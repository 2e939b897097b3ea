// Measures what the demo hospital writes to the disk (docs/performance.md): for some minutes at its own speed, told for 8
// hours. Not faster: its feed sends what happened four times a second, so that more events would share one sync.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startListening } from './lib/bench-children.mjs'
import { bytesWritten, bytesWrittenBy, childrenOf } from './lib/bench-disk.mjs'

const HOURS = 8
const MINUTE = 60_000
/** Megabytes that 8 hours may write. */
const MOST = 1000

/**
 * Runs the bench on a machine where nothing else writes.
 * @param {{ minutes?: number, settleMinutes?: number }} options how long it is measured, and how long it runs before: its
 *   past is sent and a checkpoint is over
 */
export async function benchDemoWrites({ minutes = 20, settleMinutes = 11 } = {}) {
  const dir = mkdtempSync(join(tmpdir(), 'wardtrack-demo-writes-'))
  const product = await startListening('apps/standalone/dist/main.js', { PORT: '0', WARDTRACK_DATA_DIR: dir })
  try {
    const [store] = childrenOf(product.pid, 'embedded-mongo')
    await sleep(settleMinutes * MINUTE)
    const before = { disk: bytesWritten(dir), store: bytesWrittenBy(store) }
    await sleep(minutes * MINUTE)
    const scale = (HOURS * 60) / minutes / 1000 ** 2
    const disk = (bytesWritten(dir) - before.disk) * scale
    const own = (bytesWrittenBy(store) - before.store) * scale
    return [
      row(`disk written in ${HOURS} h of the demo, after ${minutes} min`, disk),
      row('the same, by the count of the store itself', own),
    ]
  } finally {
    await product.stop()
    rmSync(dir, { recursive: true, force: true })
  }
}

const row = (what, value) => ({ id: 'P13', what, value, unit: 'MB', target: MOST, ok: value <= MOST })
