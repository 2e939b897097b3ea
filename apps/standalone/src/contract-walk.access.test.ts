import { createApiService } from '@wardtrack/api'
import { DEFAULT_BASES, PAGES, SCOPES } from '@wardtrack/contracts'
import { createLocationService } from '@wardtrack/location'
import { createStatusService } from '@wardtrack/status'
import { type Headers, openTestApp, type TestApp } from '@wardtrack/test-kit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addresses, ask, declared, statusOf } from './testing/contract-addresses.ts'

/** Every value of a path parameter that needs its own page. */
const variants = declared.flatMap(([name, call]) => {
  const { param = '', of = {} } = call.shapes.variants ?? {}
  const path = DEFAULT_BASES[call.route.service] + call.route.path
  return Object.entries(of).map(([value, { pages }]) => ({
    name,
    call,
    pages,
    path: path.replace(`{${param}}`, value),
  }))
})
let app: TestApp
beforeAll(async () => {
  app = await openTestApp([createApiService, createLocationService, createStatusService])
})
afterAll(() => app.close())

describe('the contract', () => {
  test.each(addresses.filter(({ call }) => call.route.access.kind === 'pages'))(
    'refuses $name ($path) to a session without its pages, and to an ingestion key',
    async ({ call, path }) => {
      const { access, method } = call.route
      const wanted: readonly string[] = access.kind === 'pages' ? access.pages : []
      const refused = await ask(app, method, path, app.people.nobody)
      expect([refused.status, refused.body.code]).toEqual([403, 'forbidden'])
      const stranger = await sessionWith(PAGES.filter((page) => !related(page, wanted)))
      expect((await ask(app, method, path, stranger)).status).toBe(403)
      expect((await ask(app, method, path, app.people.key)).status).toBe(401)
    },
  )

  test.each(addresses.filter(({ call }) => call.route.access.kind === 'pages'))(
    'opens $name ($path) with any of its pages to people with the patient-data flag',
    async ({ name, call, path }) => {
      const { access } = call.route
      for (const page of access.kind === 'pages' ? access.pages : []) {
        const status = await statusOf(app, call, path, await sessionWith([page], true))
        expect([401, 403], `${name} with ${page}`).not.toContain(status)
      }
    },
  )

  test.each(variants)('opens $path of $name with its own page alone', async ({ call, path, pages }) => {
    const { method } = call.route
    const stranger = await sessionWith(PAGES.filter((page) => !related(page, pages)))
    const refused = await ask(app, method, path, stranger)
    expect([refused.status, refused.body.code]).toEqual([403, 'forbidden'])
    for (const page of pages) {
      const status = await statusOf(app, call, path, await sessionWith([page], true))
      expect([401, 403], `page ${page}`).not.toContain(status)
    }
  })

  test.each(addresses.filter(({ call }) => call.route.access.kind === 'key'))(
    'refuses $name ($path) to a session and to a key without the scope',
    async ({ call, path }) => {
      const { access, method } = call.route
      const scopes = SCOPES.filter((scope) => access.kind !== 'key' || scope !== access.scope)
      const otherKey = await app.people.makeKey({ name: `not ${path}`, scopes })
      const refused = await ask(app, method, path, otherKey)
      expect([refused.status, refused.body.code]).toEqual([403, 'forbidden'])
      expect((await ask(app, method, path, app.people.admin)).status).toBe(401)
    },
  )
})

const sessions = new Map<string, Promise<Headers>>()

/** Returns a cached session with exactly these pages. */
function sessionWith(pages: readonly string[], patientDataAccess = false): Promise<Headers> {
  const key = `${pages.join()} ${patientDataAccess}`
  const known = sessions.get(key)
  if (known) return known
  const session = app.people.signIn({
    username: `opens ${sessions.size}`,
    pages,
    patientDataAccess,
  })
  sessions.set(key, session)
  return session
}

/** Returns true if a page key contains one of the others, or the reverse; such pages open each other. */
const related = (page: string, others: readonly string[]): boolean =>
  others.some((otherKey) => otherKey.includes(page) || page.includes(otherKey))
