import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { withinTime } from './within-time.ts'

/** Rejects when the signal aborts, and keeps only a listener on the signal, as a request does. */
const untilAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true })
  })

const collectGarbage = (): void => {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
}

test('a timeout is reported, also after a garbage collection', async () => {
  const stopped = new AbortController().signal
  const running = withinTime({ timeoutMs: 200, stopped }, untilAborted)
  const collecting = setInterval(collectGarbage, 20)
  try {
    await expect(running).rejects.toMatchObject({ name: 'TimeoutError' })
  } finally {
    clearInterval(collecting)
  }
})

test('a stopped run fails with its own error', async () => {
  const stopping = new AbortController()
  const running = withinTime({ timeoutMs: 60_000, stopped: stopping.signal }, untilAborted)
  stopping.abort()
  await expect(running).rejects.toThrow('aborted')
  const isAborted = ({ aborted }: AbortSignal) => Promise.resolve(aborted)
  expect(await withinTime({ timeoutMs: 60_000, stopped: stopping.signal }, isAborted)).toBe(true)
})

test('a run that ends in time returns its result', async () => {
  const stopped = new AbortController().signal
  expect(await withinTime({ timeoutMs: 60_000, stopped }, () => Promise.resolve('taken'))).toBe('taken')
})
