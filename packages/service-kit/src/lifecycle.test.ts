import { connect } from 'node:net'
import { pino } from 'pino'
import { afterEach, describe, expect, test } from 'vitest'
import { createHealth } from './health.ts'
import { type RunningServer, runServer } from './lifecycle.ts'

const log = pino({ level: 'silent' })
let running: RunningServer | undefined
afterEach(() => running?.stop())

describe('a process that stops', () => {
  test('answers requests in progress, then closes its parts in their order', async () => {
    const order: string[] = []
    let answer: (() => void) | undefined
    const health = createHealth()
    running = await runServer({
      host: '127.0.0.1',
      port: 0,
      log,
      health,
      app: (_request, response) => {
        answer = () => {
          order.push('answered')
          response.end('done')
        }
      },
      onDrain: [() => order.push('streams ended')],
      onClose: [() => order.push('first closed'), async () => order.push('second closed')],
    })
    expect(health.accepting).toBe(true)
    const slowAnswer = fetch(running.url).then((response) => response.text())
    while (!answer) await new Promise((resolve) => setTimeout(resolve, 5))
    const stopped = running.stop()
    expect(health.accepting).toBe(false)
    expect(running.stop()).toBe(stopped)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(order).toEqual(['streams ended'])
    answer()
    expect(await slowAnswer).toBe('done')
    await stopped
    expect(order).toEqual(['streams ended', 'answered', 'first closed', 'second closed'])
    await expect(fetch(running.url)).rejects.toThrow('fetch failed')
  })

  test('closes the other parts when one fails to close', async () => {
    const closed: string[] = []
    running = await runServer({
      host: '127.0.0.1',
      port: 0,
      log,
      health: createHealth(),
      app: (_request, response) => response.end(),
      onClose: [
        () => Promise.reject(new Error('stuck')),
        () => {
          closed.push('second')
        },
      ],
    })
    await running.stop()
    expect(closed).toEqual(['second'])
  })

  test('waits for no part that hangs: the others are closed, and it stops', async () => {
    const closed: string[] = []
    const hang = () => new Promise(() => {})
    running = await runServer({
      host: '127.0.0.1',
      port: 0,
      log,
      health: createHealth(),
      app: (_request, response) => response.end(),
      onDrain: [() => void hang()],
      onClose: [hang, hang, () => closed.push('third'), hang, async () => closed.push('last')],
      limits: { drainMs: 50, closeMs: 60, stepMs: 50, leastStepMs: 20 },
    })
    await running.stop()
    expect(closed).toEqual(['third', 'last'])
  })

  test('cuts off a request that is never answered', async () => {
    const closed: string[] = []
    let isRequested = false
    running = await runServer({
      host: '127.0.0.1',
      port: 0,
      log,
      health: createHealth(),
      app: () => {
        isRequested = true
      },
      onClose: [() => closed.push('store')],
      limits: { drainMs: 50, closeMs: 50, stepMs: 50, leastStepMs: 20 },
    })
    const answer = fetch(running.url).catch((error: Error) => error.message)
    while (!isRequested) await new Promise((resolve) => setTimeout(resolve, 5))
    await running.stop()
    expect(await answer).toBe('fetch failed')
    expect(closed).toEqual(['store'])
  })

  test('fails to start on a taken port', async () => {
    const options = { host: '127.0.0.1', log, app: () => {}, onClose: [] }
    running = await runServer({ ...options, port: 0, health: createHealth() })
    const port = Number(new URL(running.url).port)
    const health = createHealth()
    await expect(runServer({ ...options, port, health })).rejects.toThrow('EADDRINUSE')
    expect(health.accepting).toBe(false)
  })
})

describe('readiness', () => {
  test('needs accepting and every check, and names a check that fails or throws', async () => {
    const health = createHealth()
    health.add('store', () => true)
    expect(await health.read()).toEqual({
      status: 'unavailable',
      checks: { store: 'ok', accepting: 'unavailable' },
    })
    health.accepting = true
    expect((await health.read()).status).toBe('ok')
    health.add('redis', () => Promise.reject(new Error('gone')))
    health.add('kafka', () => false)
    expect(await health.read()).toEqual({
      status: 'unavailable',
      checks: { store: 'ok', redis: 'unavailable', kafka: 'unavailable', accepting: 'ok' },
    })
  })
})

test('fails a check that hangs in time, and does not start it again while it hangs', async () => {
  const health = createHealth(20)
  health.accepting = true
  let begun = 0
  let answer: ((value: boolean) => void) | undefined
  health.add('store', () => {
    begun += 1
    return new Promise((resolve) => {
      answer = resolve
    })
  })
  for (let time = 0; time < 3; time += 1)
    expect(await health.read()).toEqual({
      status: 'unavailable',
      checks: { store: 'unavailable', accepting: 'ok' },
    })
  expect(begun).toBe(1)
  const read = health.read()
  answer?.(true)
  expect((await read).status).toBe('ok')
})

test('answers invalid HTTP with the error body', async () => {
  const health = createHealth()
  running = await runServer({ host: '127.0.0.1', port: 0, log, health, app: () => {}, onClose: [] })
  const { port } = new URL(running.url)
  const answer = await new Promise<string>((resolve) => {
    let text = ''
    const socket = connect(Number(port), '127.0.0.1', () => socket.write('no http at all\r\n\r\n'))
    socket.on('data', (piece) => {
      text += piece.toString()
    })
    socket.on('close', () => resolve(text))
  })
  expect(answer).toMatch(/^HTTP\/1\.1 400 /)
  expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({
    err: 1,
    code: 'validation',
    requestId: expect.any(String),
  })
})
