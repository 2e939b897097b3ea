import type { Actor } from '@wardtrack/access'
import { createApiService } from '@wardtrack/api'
import { createLocationService } from '@wardtrack/location'
import { operationsCalls } from '@wardtrack/service-kit'
import { createStatusService } from '@wardtrack/status'
import { openTestApp, type TestApp } from '@wardtrack/test-kit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addresses, ask, declared, METHODS, statusOf } from './testing/contract-addresses.ts'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp([createApiService, createLocationService, createStatusService])
})
afterAll(() => app.close())

describe('the contract', () => {
  test('is served completely: every declared call is mounted exactly once, and no other', () => {
    const { parts, services } = app
    const served = [
      ...operationsCalls<Actor>(parts.health, parts.metrics),
      ...services.flatMap((service) => service.calls),
    ].map(({ call }) => call)
    for (const [name, call] of declared)
      expect(
        served.filter((entry) => entry === call),
        `${name} is mounted`,
      ).toHaveLength(1)
    expect(served).toHaveLength(declared.length)
  })

  test.each(addresses)(
    'refuses $name ($path) without a token or key, unless it is public',
    async ({ call, path }) => {
      const answer = ask(app, call.route.method, path)
      if (call.route.access.kind === 'public') {
        expect(await statusOf(app, call, path)).not.toBe(401)
        return
      }
      const { status, body } = await answer
      expect([status, body.err, body.code]).toEqual([401, 1, 'unauthenticated'])
      expect(body.requestId).toEqual(expect.any(String))
    },
  )

  test.each(addresses)('refuses other methods at $name ($path), even HEAD and OPTIONS', async ({ path }) => {
    const usedAddresses = addresses
      .filter((entry) => entry.path === path)
      .flatMap(({ call: { route } }): string[] => [route.method, ...(route.aliasMethods ?? [])])
    for (const method of METHODS.filter((entry) => !usedAddresses.includes(entry))) {
      const answer = await ask(app, method, path, app.people.admin)
      expect([method, answer.status]).toEqual([method, 405])
      expect(answer.headers['allow']?.split(', ').sort()).toEqual([...new Set(usedAddresses)].sort())
    }
  })

  test.each([
    '/',
    '/api',
    '/api/',
    '/api/none',
    '/location/api/none',
    '/status/api/none',
    '/api/assets.filter/x',
    '/API/user/verify',
  ])('serves nothing at %s', async (path) => {
    for (const headers of [{}, app.people.admin]) {
      const { status, body } = await ask(app, 'POST', path, headers)
      expect([status, body.err, body.code]).toEqual([404, 1, 'not_found'])
    }
  })
})
