import { readFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { type CallName, calls } from '@wardtrack/contracts'
import { type Headers, openLiveReader } from '@wardtrack/test-kit'
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest'
import { addressOf } from './addresses.ts'
import { fillHospital, numbered, position } from './hospital.ts'
import { type ProbeResult, pause, startProbe } from './progress-probe.ts'
import { attempts, openTarget, type Target } from './target.ts'

const WAIT = { timeout: 30_000, interval: 100 }
/** Maximum growth of the process in MB, whatever is held open: unread answers of 256 MB, and garbage. */
const MAX_GROWTH_MB = 350
const FAT_ASSETS = 400
const IDLE_SOCKETS = attempts(1_000, 6_000)
/** Connections that open at a time; the kernel holds 511 for a busy server. */
const OPENED_TOGETHER = 250

let target: Target
/** pages of the people who hold things open; a separate account with the same pages works meanwhile */
const PAGES = ['devices', 'device-import', 'admin-config', 'error-logs']
let attacker: Headers
let colleague: Headers
let sockets: Socket[] = []
let idle: Awaited<ReturnType<typeof openIdle>>

beforeAll(async () => {
  target = await openTarget()
  await fillHospital(target, { equipment: 50, patients: 0 })
  const Fields = Object.fromEntries(numbered(45).map((n) => [`Note${n}`, 'n'.repeat(440)]))
  await target.send('POST', addressOf('ingestAssets'), {
    headers: target.people.key,
    body: numbered(FAT_ASSETS).map((n) => ({ AssetType: 'Equipment', AssetId: `fat-${n}`, ...Fields })),
  })
  colleague = await target.people.signIn({ username: 'works', pages: PAGES })
  idle = await openIdle(IDLE_SOCKETS)
  await holdsMost()
})
afterAll(() => target.close())

/** Work of others while things are held open. */
let work: { stop(): Promise<ProbeResult> }[] = []
let before = 0
beforeEach(async ({ task }) => {
  // A new session for each test: its share of the process is whole.
  attacker = await target.people.signIn({ username: `holds ${task.id}`, pages: PAGES })
  before = await target.residentMb()
  work = [
    startProbe(async () => {
      const { status, text } = await target.send('POST', addressOf('ingestLocations'), {
        headers: target.people.key,
        body: { ...position(1), AssetId: 'E-1' },
      })
      return status === 200 ? undefined : `${status} ${text}`
    }),
    startProbe(async () => {
      const { status, text } = await target.send('POST', addressOf('assetsFilter'), {
        headers: colleague,
        body: { AssetId: 'E-1' },
      })
      await pause(50)
      return status === 200 ? undefined : `${status} ${text.slice(0, 300)}`
    }),
  ]
})
afterEach(({ task }) => checkOthers(task.name))

/** Closes the held connections, and checks that others worked meanwhile and that the process stayed small. */
async function checkOthers(held: string): Promise<void> {
  const growth = (await target.residentMb()) - before
  for (const socket of sockets) socket.destroy()
  sockets = []
  const results = await Promise.all(work.map((probe) => probe.stop()))
  console.log(
    `${held}: ${results.map(({ times }) => times.length).join(' pushes and ')} lists of others, ${growth.toFixed(0)} MB more`,
  )
  for (const { times, failures } of results) {
    expect(failures).toEqual([])
    expect(times.length).toBeGreaterThan(0)
  }
  expect(growth).toBeLessThan(MAX_GROWTH_MB)
  expect(target.running()).toBe(true)
}

/** Waits until the server holds most of the idle connections. */
const holdsMost = (): Promise<void> =>
  vi.waitFor(async () => expect(await idle.held()).toBeGreaterThan(IDLE_SOCKETS / 2), WAIT)

const ESTABLISHED = '01'

/**
 * Opens connections that send nothing, a group at a time: the kernel drops more than it can queue, and their clients
 * never notice. So the connections of the server are counted.
 */
async function openIdle(count: number) {
  const ports = new Set<number>()
  for (let n = 0; n < count; n++) {
    const socket = connect(target.port, '127.0.0.1')
    socket.on('error', () => {})
    socket.once('connect', () => ports.add(socket.localPort ?? 0))
    socket.resume()
    if (n % OPENED_TOGETHER === 0) await pause(50)
  }
  const held = async (): Promise<number> => {
    const table = await readFile('/proc/net/tcp', 'utf8')
    return table.split('\n').filter((line) => {
      const [, local = '', remote = '', state] = line.trim().split(/\s+/)
      return state === ESTABLISHED && portOf(local) === target.port && ports.has(portOf(remote))
    }).length
  }
  return { count, held, openedAt: Date.now() }
}

/** Returns the port of an address in the kernel's form, `0100007F:1F90`. */
const portOf = (address: string): number => Number.parseInt(address.split(':')[1] ?? '', 16)

const head = (call: CallName, headers: Headers, lines: readonly string[] = [], query = ''): string => {
  const address = addressOf(call).replace('{page}', 'devices') + query
  return [
    `${calls[call].route.method} ${address} HTTP/1.1`,
    'host: a',
    `authorization: ${headers['authorization']}`,
    ...lines,
    '',
    '',
  ].join('\r\n')
}

/** Statuses of answers so far; 0 for a connection that was closed without one. */
type Held = { statuses: number[]; all: Promise<number[]> }

/** Sends requests whose answers are read up to the status line only. */
function startHolding(requests: readonly string[]): Held {
  const statuses: number[] = []
  const answers = requests.map(
    (request) =>
      new Promise<void>((resolve) => {
        const socket = connect(target.port, '127.0.0.1')
        sockets.push(socket)
        let isAnswered = false
        const note = (status: number): void => {
          if (!isAnswered) statuses.push(status)
          isAnswered = true
          resolve()
        }
        socket.on('error', () => note(0))
        socket.once('close', () => note(0))
        socket.once('data', (chunk: Buffer) => {
          socket.pause()
          note(Number(/^HTTP\/1\.1 (\d+)/.exec(chunk.toString('latin1'))?.[1] ?? 0))
        })
        socket.write(request)
      }),
  )
  return { statuses, all: Promise.all(answers).then(() => statuses) }
}

const hold = (requests: readonly string[]): Promise<number[]> => startHolding(requests).all

const countOf = (statuses: readonly number[], wanted: number): number =>
  statuses.filter((status) => status === wanted).length

describe('things held open by one person', () => {
  test('live streams that are not read are limited, and others get their events', async () => {
    const statuses = await hold(Array.from({ length: 20 }, () => head('live', attacker)))
    expect([countOf(statuses, 200), countOf(statuses, 429)]).toEqual([10, 10])
    const reader = await openLiveReader(`${target.url}${addressOf('live')}`, colleague)
    for (let n = 0; n < attempts(10, 400); n++)
      await target.send('POST', addressOf('ingestLocations'), {
        headers: target.people.key,
        body: numbered(400).map((asset) => ({ ...position(asset + n), AssetId: `fat-${asset}` })),
      })
    await reader.until(({ event }) => event === 'asset.location')
    reader.close()
    for (const socket of sockets) socket.destroy()
    const streams = async (): Promise<string> => (await target.send('GET', addressOf('metrics'))).text
    await vi.waitFor(async () => expect(await streams()).toMatch(/^wardtrack_live_streams 0$/m), WAIT)
    expect(await hold([head('live', attacker)])).toEqual([200])
  })

  test('answers that are not read hold little memory', async () => {
    const request = head(
      'assetsFilter',
      attacker,
      ['content-type: application/json', 'content-length: 2'],
      `?pagesize=${FAT_ASSETS}`,
    )
    const statuses = await hold(Array.from({ length: 60 }, () => `${request}{}`))
    console.log(`unread answers: ${countOf(statuses, 200)} of 60, others ${countOf(statuses, 429)} times 429`)
    expect(countOf(statuses, 200)).toBeGreaterThan(0)
    expect(countOf(statuses, 429)).toBeGreaterThan(30)
    expect(countOf(statuses, 200) + countOf(statuses, 429)).toBe(60)
  })

  test('exports run two at a time for one person, and others export meanwhile', async () => {
    const exports = ['exportCsv', 'exportXlsx', 'exportPdf'] as const
    const body = ['content-type: application/json', 'content-length: 2']
    const statuses = await hold(
      Array.from({ length: 12 }, (_, n) => `${head(exports[n % 3] ?? 'exportCsv', attacker, body)}{}`),
    )
    // A small file is whole before it is read, and leaves room for the next one.
    expect(countOf(statuses, 429)).toBeGreaterThan(0)
    expect(countOf(statuses, 200) + countOf(statuses, 429)).toBe(12)
    const other = await target.send('POST', addressOf('exportCsv').replace('{page}', 'devices'), {
      headers: colleague,
      body: {},
    })
    expect(other.status).toBe(200)
    for (const socket of sockets) socket.destroy()
    await vi.waitFor(
      async () => expect(await hold([`${head('exportCsv', attacker, body)}{}`])).toEqual([200]),
      WAIT,
    )
  })

  /** The beginning of an upload, which never gets its end. */
  const upload = (headers: Headers): string =>
    `${head('uploadImport', headers, ['content-type: multipart/form-data; boundary=b', 'content-length: 9000000'])}--b\r\ncontent-disposition: form-data; name="operation"\r\n\r\nimportCsv\r\n--b\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\nAssetType,AssetId\r\n`
  /** Uploads a small file as another person. */
  const uploadWhole = async (): Promise<number> => {
    const form = new FormData()
    form.append('operation', 'importCsv')
    form.append('format', 'csv')
    form.append('file', new Blob(['AssetType,AssetId\nEquipment,E-1\n']), 'a.csv')
    const { authorization = '' } = colleague
    return (
      await fetch(target.url + addressOf('uploadImport'), {
        method: 'POST',
        headers: { authorization },
        body: form,
      })
    ).status
  }
  /** Sends as much as is needed not to be cut, until the sockets are closed. */
  function feed(): () => void {
    const timer = setInterval(() => {
      for (const socket of sockets) if (!socket.destroyed) socket.write('Equipment,E-1\r\n'.repeat(600))
    }, 1_000)
    return () => clearInterval(timer)
  }

  test('uploads that never end are limited, and others upload meanwhile', async () => {
    const { statuses } = startHolding(Array.from({ length: 6 }, () => upload(attacker)))
    onTestFinished(feed())
    await vi.waitFor(() => expect(statuses).toEqual([429, 429, 429, 429]), WAIT)
    expect(await uploadWhole()).toBe(200)
    expect(statuses).toHaveLength(4)
  })

  test('uploads that stop are ended, and their files are deleted', async () => {
    const started = Date.now()
    const statuses = await hold([upload(attacker), upload(attacker)])
    console.log(`uploads that stop end after ${Date.now() - started} ms`)
    expect(statuses.every((status) => status === 0 || status === 408)).toBe(true)
    expect(await uploadWhole()).toBe(200)
  })

  test('large bodies that never end are limited, and others send theirs meanwhile', async () => {
    const request = head('importCsv', attacker, ['content-type: application/json', 'content-length: 8000000'])
    const { statuses } = startHolding(Array.from({ length: 12 }, () => `${request}{"fields":[`))
    onTestFinished(feed())
    await vi.waitFor(() => expect(countOf(statuses, 429)).toBe(10), WAIT)
    const other = await target.send('POST', addressOf('importCsv'), {
      headers: colleague,
      body: { header: ['AssetType', 'AssetId'], fields: [['Equipment', 'E-1']] },
    })
    expect([other.status, other.text]).toEqual([200, other.text])
    expect(statuses).toHaveLength(10)
  })

  test('idle connections are closed', async () => {
    await vi.waitFor(async () => expect(await idle.held()).toBe(0), WAIT)
    console.log(`${idle.count} idle connections were closed within ${Date.now() - idle.openedAt} ms`)
  })
})
