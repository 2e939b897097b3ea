import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { withinTime } from './within-time.ts'

/** Rejects when it is aborted, and holds nothing of its signal but a listener, as a request does. */
const untilAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true })
  })

const collectGarbage = (): void => {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
}

test('what takes too long is told so, also when garbage is collected meanwhile', async () => {
  const stopped = new AbortController().signal
  const running = withinTime({ timeoutMs: 200, stopped }, untilAborted)
  const collecting = setInterval(collectGarbage, 20)
  try {
    await expect(running).rejects.toMatchObject({ name: 'TimeoutError' })
  } finally {
    clearInterval(collecting)
  }
})

test('what is stopped fails as it does by itself', async () => {
  const stopping = new AbortController()
  const running = withinTime({ timeoutMs: 60_000, stopped: stopping.signal }, untilAborted)
  stopping.abort()
  await expect(running).rejects.toThrow('aborted')
  const isAborted = ({ aborted }: AbortSignal) => Promise.resolve(aborted)
  expect(await withinTime({ timeoutMs: 60_000, stopped: stopping.signal }, isAborted)).toBe(true)
})

test('what ends in time gives its result', async () => {
  const stopped = new AbortController().signal
  expect(await withinTime({ timeoutMs: 60_000, stopped }, () => Promise.resolve('taken'))).toBe('taken')
})
