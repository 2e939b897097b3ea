import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createImageDecoder } from './image-decoder.ts'
import { decoderPriority } from './process-priority.ts'

const SIDE = 6_000

/** Reads the fields after the name in `/proc/…/stat` of a process or thread; the first is its state. */
function factsOf(path: string): string[] {
  try {
    const text = readFileSync(`${path}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    // The process has ended meanwhile.
    return []
  }
}
const isNumber = (name: string): boolean => /^\d+$/.test(name)
/** Returns the priorities of all threads of the decoding processes that this process has started. */
function priorities(): number[] {
  const children = readdirSync('/proc').filter(
    (name) => isNumber(name) && factsOf(`/proc/${name}`)[1] === String(process.pid),
  )
  const threads = children.filter(isDecoder).flatMap((pid) => {
    try {
      return readdirSync(`/proc/${pid}/task`).map((thread) => `/proc/${pid}/task/${thread}`)
    } catch {
      return []
    }
  })
  return threads.flatMap((thread) => {
    const nice = factsOf(thread)[16]
    return nice === undefined ? [] : [Number(nice)]
  })
}
function isDecoder(pid: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('image-process')
  } catch {
    return false
  }
}

test('every decoding thread has a lower priority than the serving process', async () => {
  const create = { width: SIDE, height: SIDE, channels: 3, background: '#345' } as const
  const bytes = await sharp({ create }).png().toBuffer()
  const decoder = createImageDecoder()
  let isDone = false
  const decoding = decoder
    .decode(bytes, { minSide: 8, maxSide: SIDE, output: 'same' }, new AbortController().signal)
    .finally(() => {
      isDone = true
    })
  let last: number[] = []
  while (!isDone) {
    const found = priorities()
    if (found.length > 0) last = found
    await sleep(5)
  }
  expect(await decoding).toMatchObject({ width: SIDE, height: SIDE, type: 'png' })
  // One thread reads messages, others decode.
  expect(last.length).toBeGreaterThan(1)
  expect(last).toEqual(last.map(() => decoderPriority()))
  await decoder.close()
})
