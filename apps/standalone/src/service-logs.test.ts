import { mkdtemp, readFile, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Actor, ServiceFactory, ServiceParts } from '@wardtrack/access'
import { calls } from '@wardtrack/contracts'
import { closeLog, createApp, createLog, mountCalls, mountErrors, serve } from '@wardtrack/service-kit'
import { withLogFile } from '@wardtrack/service-runtime'
import { afterAll, beforeAll, expect, test } from 'vitest'

let filesDir: string
beforeAll(async () => {
  filesDir = await mkdtemp(join(tmpdir(), 'wardtrack-logs-'))
})
afterAll(() => rm(filesDir, { recursive: true, force: true }))

const actor: Actor = { kind: 'public' }
const failing: ServiceFactory = ({ log }) => {
  log.warn('an alert waits')
  return {
    calls: [
      serve(calls.getLocationTitle)<Actor>(() => {
        throw new Error('the store is gone')
      }),
    ],
  }
}

test("logs a service's activity and requests in a separate file even in a shared process", async () => {
  const log = createLog({ service: 'core', level: 'info', dir: join(filesDir, 'logs'), stdout: false })
  const service = await withLogFile('location', failing)({ log, filesDir } as unknown as ServiceParts)
  const app = createApp({ log })
  mountCalls(app, service.calls, { authorize: () => actor })
  mountErrors(app)
  const server = app.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  log.info('something of the others')
  const answer = await fetch(`http://127.0.0.1:${port}/location/api/location.getLocationTitle`)
  expect(answer.status).toBe(500)
  server.close()
  const linesOf = async (name: string) =>
    (await readFile(join(filesDir, 'logs', `${name}.log`), 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { service: string; msg: string; path?: string })
  await service.close?.()
  await closeLog(log)
  const lines = await linesOf('location')
  expect(new Set(lines.map(({ service: name }) => name))).toEqual(new Set(['location']))
  expect(lines.map(({ msg }) => msg)).toEqual(
    expect.arrayContaining([
      'an alert waits',
      'service started beside others in one process',
      'request failed',
    ]),
  )
  expect((await linesOf('core')).map(({ msg }) => msg)).toEqual(['something of the others'])
})
