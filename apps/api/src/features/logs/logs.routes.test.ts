import { mkdir, mkdtemp, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inflateRawSync } from 'node:zlib'
import { LOG_SERVICES, messages } from '@wardtrack/contracts'
import request from 'supertest'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ApiTest, openApiTest } from '../../testing/api-test.ts'
import { logContent } from './logs.routes.ts'
import { searchLog } from './search-log.ts'

let api: ApiTest
let logs: string
let reader: Record<string, string>

beforeAll(async () => {
  api = await openApiTest()
  logs = join(api.parts.filesDir, 'logs')
  reader = await api.people.signIn({ username: 'log reader', pages: ['error-logs'] })
})
beforeEach(async () => {
  await rm(logs, { recursive: true, force: true })
  await mkdir(logs, { recursive: true })
})
afterAll(() => api.close())

const TIME = Date.parse('2026-11-02T10:00:00.000Z')
const line = (n: number, more: object = {}) =>
  `${JSON.stringify({ level: 30, time: TIME + n * 1000, service: 'core', msg: `line ${n}`, ...more })}\n`
const write = (name: string, ...lines: string[]) => writeFile(join(logs, name), lines.join(''))
const find = async (query = '', service = 'core') =>
  (await api.get(`/api/logs/${service}/lines?${query}`, reader)).body
const messagesOf = (body: { data: { message: string }[] }) => body.data.map(({ message }) => message)
const bytesOf = (path: string) =>
  request(api.app)
    .get(path)
    .set(reader)
    .buffer(true)
    .parse((response, done) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () => done(null, Buffer.concat(parts)))
    })

/** Reads the files of a zip file by name, from its central directory (APPNOTE.TXT 4.3.12). */
function unzip(zip: Buffer): Record<string, string> {
  const end = zip.lastIndexOf(Buffer.from('PK\u0005\u0006'))
  const files: Record<string, string> = {}
  for (
    let at = zip.readUInt32LE(end + 16), remaining = zip.readUInt16LE(end + 10);
    remaining > 0;
    remaining -= 1
  ) {
    const nameEnd = at + 46 + zip.readUInt16LE(at + 28)
    const local = zip.readUInt32LE(at + 42)
    const begin = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const content = zip.subarray(begin, begin + zip.readUInt32LE(at + 20))
    files[zip.toString('utf8', at + 46, nameEnd)] = inflateRawSync(content).toString('utf8')
    at = nameEnd + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
  return files
}

describe('the list of logs', () => {
  test('shows every log with the total size of its files and the time of its last line', async () => {
    await write('core.log', line(2))
    await write('20261101-0000-01-core.log', line(1))
    await write('report-core.log', 'another file')
    await utimes(join(logs, 'core.log'), new Date(TIME), new Date(TIME))
    await utimes(join(logs, '20261101-0000-01-core.log'), new Date(TIME - 1000), new Date(TIME - 1000))
    const { body } = await api.get('/api/logs', reader)
    expect(body.data.map(({ service }: { service: string }) => service)).toEqual([...LOG_SERVICES])
    expect(body.data[0]).toEqual({
      service: 'core',
      size: line(1).length + line(2).length,
      modifiedAt: '2026-11-02T10:00:00.000Z',
    })
    expect(body.data[1]).toEqual({ service: 'location', size: 0, modifiedAt: null })
  })

  test('works without any file, and requires its page', async () => {
    await rm(logs, { recursive: true })
    expect((await api.get('/api/logs', reader)).body.data).toHaveLength(LOG_SERVICES.length)
    expect((await api.get('/api/logs', api.people.nobody)).status).toBe(403)
    expect((await request(api.app).get('/api/logs')).status).toBe(401)
  })
})

describe('a log', () => {
  test.each(['/uploads/logs/core.log', '/api/uploads/logs/core.log'])(
    'is downloaded at %s with rotated files, oldest first',
    async (path) => {
      await write('core.log', line(3))
      await write('20261101-0000-01-core.log', line(1))
      await write('20261101-0000-02-core.log', line(2))
      const answer = await api.get(path, reader)
      expect([answer.status, answer.text]).toEqual([200, line(1) + line(2) + line(3)])
      expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8')
      expect(answer.headers['content-disposition']).toBe('attachment; filename="core.log"')
      expect(answer.headers['cache-control']).toBe('no-store')
    },
  )

  test('is empty before the first line', async () => {
    const answer = await api.get('/uploads/logs/cisco.log', reader)
    expect([answer.status, answer.text]).toEqual([200, ''])
  })

  test('is limited to its newest bytes', async () => {
    await write('core.log', '0123456789')
    await write('20261101-0000-01-core.log', 'abcdefghij')
    const parts = await logContent(logs, 'core', 14).toArray()
    expect(Buffer.concat(parts as Buffer[]).toString()).toBe('ghij0123456789')
  })

  test.each([
    'status',
    'core.log',
    '..%2f..%2fjwt-secret',
    '..%5c..%5cjwt-secret',
    '%2fetc%2fpasswd',
    'core%00',
    '20261101-0000-01-core',
    '__proto__',
    'CORE',
  ])('named %s is not found', async (name) => {
    await write('20261101-0000-01-core.log', line(1))
    for (const path of [`/uploads/logs/${name}.log`, `/api/logs/${name}/lines`]) {
      const { status, body } = await api.get(path, reader)
      expect([status, body.code]).toEqual([404, 'not_found'])
    }
    const archive = await api.get(`/api/logs/archive?services=core,${name}`, reader)
    expect([archive.status, archive.body.code]).toEqual([400, 'validation'])
  })

  test('is not read through a link or a folder', async () => {
    const outside = await mkdtemp(join(tmpdir(), 'wardtrack-outside-'))
    await writeFile(join(outside, 'secret'), 'a secret')
    await symlink(join(outside, 'secret'), join(logs, 'core.log'))
    await mkdir(join(logs, 'location.log'))
    expect((await api.get('/uploads/logs/core.log', reader)).text).toBe('')
    expect((await api.get('/uploads/logs/location.log', reader)).text).toBe('')
    expect(await find()).toEqual({ data: [] })
    await rm(outside, { recursive: true })
  })
})

describe('several logs', () => {
  test('are one zip file with a file for each', async () => {
    await write('core.log', line(1), line(2))
    await write('cisco.log', line(3))
    const answer = await bytesOf('/api/logs/archive?services=core,cisco,core,mednet')
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/zip'])
    expect(answer.headers['content-disposition']).toMatch(/filename="wardtrack-logs-[\d-]+\.zip"$/)
    expect(unzip(answer.body as Buffer)).toEqual({
      'core.log': line(1) + line(2),
      'cisco.log': line(3),
      'mednet.log': '',
    })
    await api.parts.access.audit.flush()
    const entry = await api.parts.db.driver.audit.findOne({ action: 'GET /logs/archive', outcome: 'ok' })
    expect(entry?.details).toEqual({ logs: ['core', 'cisco', 'mednet'] })
  })

  test.each(['', '?services=', '?services=,'])('are refused with %s', async (query) => {
    const { status, body } = await api.get(`/api/logs/archive${query}`, reader)
    expect([status, body.code, body.message]).toEqual([400, 'validation', messages.microserviceNeeded])
  })
})

describe('log lines', () => {
  test('are returned newest first, across the files of a log', async () => {
    await write('core.log', line(3), line(4, { req: { id: 'r-1', method: 'GET' }, path: '/x' }))
    await write('20261101-0000-01-core.log', line(1), line(2, { level: 50 }))
    const body = await find()
    expect(messagesOf(body)).toEqual(['line 4', 'line 3', 'line 2', 'line 1'])
    expect(body.next).toBeUndefined()
    expect(body.data[0]).toEqual({
      id: expect.stringMatching(/^\d+-\d+$/),
      time: '2026-11-02T10:00:04.000Z',
      level: 'info',
      message: 'line 4',
      requestId: 'r-1',
      details: '{"req":{"id":"r-1","method":"GET"},"path":"/x"}',
    })
    expect(body.data[2].level).toBe('error')
  })

  test('are filtered by text without case, by minimum level and by request', async () => {
    await write(
      'core.log',
      line(1, { err: { message: 'The Disk is full' }, level: 50 }),
      line(2, { req: { id: 'abc.1' } }),
      line(3, { req: { id: 'abc.12' }, level: 40 }),
      'no JSON at all: disk\n',
    )
    expect(messagesOf(await find('search=disk'))).toEqual(['no JSON at all: disk', 'line 1'])
    expect(messagesOf(await find('level=warn'))).toEqual(['line 3', 'line 1'])
    expect(messagesOf(await find('requestId=abc.1'))).toEqual(['line 2'])
    expect(messagesOf(await find('level=error&search=disk'))).toEqual(['line 1'])
    expect(messagesOf(await find('search=nothing'))).toEqual([])
  })

  test('are paged: each response continues with earlier lines, whatever is logged meanwhile', async () => {
    await write('20261101-0000-01-core.log', ...Array.from({ length: 150 }, (_, n) => line(n)))
    await write('core.log', ...Array.from({ length: 150 }, (_, n) => line(150 + n)))
    const first = await find()
    expect(first.data).toHaveLength(200)
    await rename(join(logs, 'core.log'), join(logs, '20261102-0000-01-core.log'))
    await write('core.log', line(999))
    const second = await find(`before=${first.next}`)
    const answered = [...messagesOf(first), ...messagesOf(second)]
    expect(answered).toEqual(Array.from({ length: 300 }, (_, n) => `line ${299 - n}`))
    expect(second.next).toBeUndefined()
  })

  test('are read in limited blocks, with a cursor even when a block has no match', async () => {
    await write('core.log', line(0, { msg: 'wanted' }), ...Array.from({ length: 99 }, (_, n) => line(n)))
    const limits = { lines: 10, bytes: 1_000, chunkBytes: 100 }
    let before: string | undefined
    const found: string[] = []
    let answers = 0
    do {
      const part = await searchLog(logs, 'core', { search: 'WANTED', before }, limits)
      found.push(...part.data.map(({ message }) => message))
      before = part.next
      answers += 1
    } while (before !== undefined)
    expect(found).toEqual(['wanted'])
    expect(answers).toBeGreaterThan(5)
  })

  test('stay intact when a chunk splits characters or lines', async () => {
    const text = Array.from({ length: 40 }, (_, n) => line(n, { msg: `größe ${n} ✓` }))
    await write('core.log', ...text)
    for (const chunkBytes of [1, 7, 64, 4_096]) {
      const { data } = await searchLog(logs, 'core', {}, { lines: 100, bytes: 1e9, chunkBytes })
      expect(data.map(({ message }) => message)).toEqual(
        Array.from({ length: 40 }, (_, n) => `größe ${39 - n} ✓`),
      )
    }
  })

  test.each(['level=grave', 'before=../../etc', 'before=1', `search=${'x'.repeat(201)}`])(
    'are refused with %s',
    async (query) => {
      expect((await api.get(`/api/logs/core/lines?${query}`, reader)).body.code).toBe('validation')
    },
  )
})
