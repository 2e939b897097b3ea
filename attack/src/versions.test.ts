import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addressedCalls, fillParameters } from './addresses.ts'
import { sendRaw } from './raw-request.ts'
import { openTarget, type Target } from './target.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

test('no pinned image version has a known vulnerability', () => {
  const { status, stdout } = spawnSync(process.execPath, ['scripts/pinned-versions.mjs'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  expect(stdout.split('\n').filter((line) => line.includes('PROBLEM'))).toEqual([])
  expect(stdout).toMatch(/^\d{2,} pinned versions, 0 problems$/m)
  expect(status).toBe(0)
})

describe("a stranger cannot find out the product's versions", () => {
  let target: Target
  beforeAll(async () => {
    target = await openTarget()
  })
  afterAll(() => target.close())

  /** Pattern of a version, or of the name of a server. Headers that browsers need contain neither. */
  const TELLS = /\b\d+\.\d+\.\d+\b|\b(?:express|node(?:\.js)?|nginx|wardtrack)\/v?\d/i
  const TELLING_HEADERS = ['server', 'x-powered-by', 'via', 'x-runtime', 'x-generator']

  /** The version of Prometheus' text format, which its media type must name. */
  const METRICS_FORMAT = 'version=0.0.4'

  const tellingHeaders = (headers: Iterable<[string, string]>): string[] =>
    [...headers]
      .filter(
        ([name, value]) =>
          TELLING_HEADERS.includes(name.toLowerCase()) || TELLS.test(value.replace(METRICS_FORMAT, '')),
      )
      .map(([name, value]) => `${name}: ${value}`)

  test('from the headers and errors of any call', async () => {
    const asked = addressedCalls()
    expect(asked.length).toBeGreaterThan(100)
    const told: string[] = []
    for (const { method, address } of asked) {
      const { headers, text, status } = await target.send(method, fillParameters(address))
      told.push(...tellingHeaders(headers).map((header) => `${method} ${address}: ${header}`))
      if (status >= 400 && TELLS.test(text)) told.push(`${method} ${address}: ${text.slice(0, 200)}`)
    }
    expect(told).toEqual([])
    expect(target.running()).toBe(true)
  })

  test.each([
    '/',
    '/index.html',
    '/health/live',
    '/health/ready',
    '/metrics',
    '/package.json',
    '/release.json',
    '/sbom.cdx.json',
    '/THIRD-PARTY-NOTICES.md',
    '/node_modules/express/package.json',
    '/nothing-here',
    '/%E0%A4%A',
  ])('from %s', async (path) => {
    const { headers, text } = await target.send('GET', path)
    expect(tellingHeaders(headers)).toEqual([])
    expect(text).not.toMatch(TELLS)
  })

  test.each([
    ['GET / HTTP/9.9', []],
    ['BREW / HTTP/1.1', ['Host: x']],
    ['GET / HTTP/1.1', []],
    ['GET / HTTP/1.1', ['Host: x', `X-Long: ${'x'.repeat(100_000)}`]],
    ['POST /api/user/verify HTTP/1.1', ['Host: x', 'Content-Length: 1', 'Transfer-Encoding: chunked']],
    ['POST /api/user/verify HTTP/1.1', ['Host: x', 'Content-Type: application/json', 'Content-Length: 1']],
  ])('from the answer to a request that no client would send: %s', async (line, headers) => {
    const { text } = await sendRaw(target.port, line, headers, '{')
    const [head = '', body = ''] = text.replace(/^HTTP\/1\.1 /, '').split('\r\n\r\n')
    const sent = head.split('\r\n').map((header) => header.split(/:\s*/, 2) as [string, string])
    expect(tellingHeaders(sent.filter(({ length }) => length === 2))).toEqual([])
    expect(body).not.toMatch(TELLS)
  })
})
