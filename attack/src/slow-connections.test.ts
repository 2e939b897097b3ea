import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { messages } from '@wardtrack/contracts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { addressOf } from './addresses.ts'
import { fillHospital, position } from './hospital.ts'
import { pause, startProbe } from './progress-probe.ts'
import { attempts, openTarget, type Target } from './target.ts'

/** Time after which the product has closed every slow connection. */
const MAX_WAIT_MS = 40_000
const MAX_WAIT = { timeout: MAX_WAIT_MS, interval: 200 }

let target: Target
let sockets: Socket[]
beforeEach(async () => {
  target = await openTarget()
  await fillHospital(target, { equipment: 5, patients: 0 })
  sockets = []
})
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  await target.close()
})

/**
 * Opens connections that send a beginning and then a byte now and then. @returns a function that counts the open ones
 */
function openSlowly(count: number, beginning: string, drop: string): () => number {
  let open = 0
  for (let n = 0; n < count; n++) {
    const socket = connect(target.port, '127.0.0.1')
    const dripping = setInterval(() => socket.write(drop), 500)
    socket.once('connect', () => {
      open++
      socket.once('close', () => open--)
    })
    socket.once('close', () => clearInterval(dripping))
    socket.on('error', () => {})
    socket.resume()
    socket.write(beginning)
    sockets.push(socket)
  }
  return () => open
}

const key = (): string => target.people.key['authorization'] ?? ''
const ingest = addressOf('ingestLocations')

const SLOW: Record<string, { count: [number, number]; beginning: () => string; drop: string }> = {
  'that send a header letter by letter': {
    count: [300, 800],
    beginning: () => `GET ${addressOf('healthLive')} HTTP/1.1\r\nhost: a\r\nx: `,
    drop: 'a',
  },
  'that announce 8 MB to ingestion with a good key and send a byte at a time': {
    count: [100, 400],
    beginning: () =>
      `POST ${ingest} HTTP/1.1\r\nhost: a\r\nauthorization: ${key()}\r\ncontent-type: application/json\r\ncontent-length: 8000000\r\n\r\n[`,
    drop: ' ',
  },
  'that announce a large search and send a byte at a time': {
    count: [100, 400],
    beginning: () =>
      `POST ${addressOf('assetsFilter')} HTTP/1.1\r\nhost: a\r\nauthorization: ${target.people.admin['authorization']}\r\ncontent-type: application/json\r\ncontent-length: 900000\r\n\r\n{`,
    drop: ' ',
  },
  'that send chunks of one byte': {
    count: [100, 400],
    beginning: () =>
      `POST ${ingest} HTTP/1.1\r\nhost: a\r\nauthorization: ${key()}\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n`,
    drop: '1\r\n \r\n',
  },
}

test('ends a backup download that nobody reads within a minute, and frees its copy of the store', async () => {
  // More than the kernel keeps for a connection.
  for (let n = 0; n < 12; n++)
    await target.parts.db.models.system.create({ _id: `large ${n}`, value: randomBytes(1024 * 1024) })
  const copies = async () =>
    (await readdir(target.dataDir, { recursive: true })).filter((name) => name.includes('rewritten-backup'))
  const path = addressOf('downloadBackup')
  const headers = target.people.admin
  const unread = connect(target.port, '127.0.0.1').pause()
  sockets.push(unread)
  unread.write(`GET ${path} HTTP/1.1\r\nhost: a\r\nauthorization: ${headers['authorization']}\r\n\r\n`)
  while ((await copies()).length === 0) await pause(50)
  const started = performance.now()
  for (let n = 0; n < 10; n++) {
    const { status, body } = await target.send('GET', path, { headers })
    expect([status, body]).toMatchObject([409, { message: messages.backupRuns }])
  }
  expect(await copies()).toHaveLength(1)
  while ((await copies()).length > 0) await pause(500)
  console.log(`an unread backup download ended after ${((performance.now() - started) / 1000).toFixed(0)} s`)
  await expect.poll(async () => (await target.send('GET', path, { headers })).status, MAX_WAIT).toBe(200)
  expect(await copies()).toEqual([])
})

describe('connections', () => {
  test.each(Object.keys(SLOW))('%s delay nobody, and are closed', async (title) => {
    const { count, beginning, drop } = SLOW[title] ?? { count: [0, 0], beginning: () => '', drop: '' }
    // A second key, as of another provider.
    const otherKey = await target.people.makeKey({ name: 'another provider' })
    const stillOpen = openSlowly(attempts(...count), beginning(), drop)
    await pause(500)
    const pushes = startProbe(async () => {
      const { status, text } = await target.send('POST', ingest, {
        headers: otherKey,
        body: { ...position(1), AssetId: 'E-1' },
      })
      return status === 200 ? undefined : `${status} ${text}`
    })
    await pause(attempts(3_000, 10_000))
    const { times, failures } = await pushes.stop()
    expect(failures).toEqual([])
    expect(times.length).toBeGreaterThan(5)
    const started = Date.now()
    while (stillOpen() > 0 && Date.now() - started < MAX_WAIT_MS) await pause(200)
    console.log(`connections ${title}: ${times.length} pushes of another key stored meanwhile`)
    expect(stillOpen()).toBe(0)
    expect(target.running()).toBe(true)
  })
})
