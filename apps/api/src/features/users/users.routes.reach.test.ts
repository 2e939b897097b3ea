import { messages, type User } from '@wardtrack/contracts'
import type { Headers } from '@wardtrack/test-kit'
import request from 'supertest'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type ApiTest, openApiTest } from '../../testing/api-test.ts'

const PASSWORD = 'quiet amber lanterns'
const WARD = ['admin-config', 'devices']

let api: ApiTest
/** holds some pages, but neither privilege-settings nor the flag */
let helper: Headers
/** holds the same pages and the flag */
let patientHelper: Headers
/** holds privilege-settings, but not the flag */
let administrator: Headers
beforeAll(async () => {
  api = await openApiTest()
  const { signIn } = api.people
  helper = await signIn({ username: 'helper', pages: WARD })
  patientHelper = await signIn({ username: 'patient helper', pages: WARD, patientDataAccess: true })
  administrator = await signIn({ username: 'administrator', pages: ['admin-config', 'privilege-settings'] })
})
beforeEach(async () => {
  await users().deleteMany({ username: /^target/ })
  await api.parts.db.driver.privileges.deleteMany({ privilegeName: /^May be target/ })
  await api.people.signIn({ username: 'target peer', pages: ['devices'] })
  await api.people.signIn({ username: 'target strong', pages: ['devices', 'encryption-setting'] })
  await api.people.signIn({ username: 'target patients', pages: ['devices'], patientDataAccess: true })
})
afterAll(() => api.close())

const users = () => api.parts.db.driver.users
const stored = async (username: string) => {
  const user = await users().findOne({ username })
  if (!user) throw new Error(`no account ${username}`)
  return user
}
const idOf = async (username: string): Promise<string> => (await stored(username))._id.toHexString()
const patch = async (username: string, body: object, headers: Headers) =>
  request(api.app)
    .patch(`/api/users/${await idOf(username)}`)
    .set(headers)
    .send(body)
const act = async (username: string, action: string, headers: Headers, body: object = {}) =>
  api.post(`/api/users/${await idOf(username)}/${action}`, body, headers)
const create = (body: object, headers: Headers) =>
  api.post('/api/users', { username: 'target new', password: PASSWORD, ...body }, headers)
/** Returns every change of an account that a user can request. */
const changes = async (username: string, headers: Headers) => [
  await patch(username, { displayName: 'Other' }, headers),
  await patch(username, { email: 'elsewhere@hospital.example' }, headers),
  await patch(username, { locked: true }, headers),
  await patch(username, { privileges: [] }, headers),
  await patch(username, { patientDataAccess: false }, headers),
  await patch(username, { secondFactorRequired: true }, headers),
  await act(username, 'password', headers, { password: PASSWORD }),
  await act(username, 'resetSecondFactor', headers),
  await act(username, 'endSessions', headers),
  await act(username, 'dismissPasswordRequest', headers),
]

describe('a holder of admin-config without privilege-settings', () => {
  test('grants only privileges whose pages the holder has', async () => {
    const given = await create({ privileges: ['May be target peer'] }, helper)
    expect([given.status, given.body.data.privileges]).toEqual([200, ['May be target peer']])
    for (const privilege of ['May be target strong', 'May be administrator', 'May be admin'])
      for (const answer of [
        await create({ username: 'target refused', privileges: ['May be target peer', privilege] }, helper),
        await patch('target new', { privileges: ['May be target peer', privilege] }, helper),
      ]) {
        expect([answer.status, answer.body.code, answer.body.message]).toEqual([
          403,
          'forbidden',
          messages.privilegeBeyondOwn,
        ])
        expect(answer.body.errors).toEqual([{ path: 'privileges.1', message: messages.privilegeBeyondOwn }])
      }
    expect(await users().countDocuments({ username: 'target refused' })).toBe(0)
    expect((await stored('target new')).privileges).toEqual(['May be target peer'])
  })

  test('may not change an account with more pages or the flag, nor the first account', async () => {
    for (const username of ['target strong', 'target patients', 'administrator', 'admin']) {
      const before = await stored(username)
      for (const { status, body } of await changes(username, helper))
        expect([username, status, body.message]).toEqual([username, 403, messages.accountHoldsMore])
      expect(await stored(username)).toEqual(before)
      expect(await api.parts.db.driver.sessions.countDocuments({ userId: before._id })).toBe(1)
    }
  })

  test('may change everything of an account without additional rights', async () => {
    for (const { status } of await changes('target peer', helper)) expect(status).toBe(200)
    for (const { status } of await changes('target patients', patientHelper)) expect(status).toBe(200)
  })

  test('sees in the list which accounts are restricted, and why', async () => {
    const { body } = await api.get('/api/users?search=target&pagesize=50', helper)
    const limits = Object.fromEntries((body.data as User[]).map(({ username, limit }) => [username, limit]))
    expect(limits).toEqual({
      'target peer': undefined,
      'target strong': { scope: 'everything', missing: ['pages'] },
      'target patients': { scope: 'everything', missing: ['patient-data'] },
    })
    expect(body.mayGivePatientData).toBe(false)
    const own = await api.get(`/api/users/${await idOf('helper')}`, helper)
    expect(own.body.data).not.toHaveProperty('limit')
  })

  test('is compared with accounts by the pages of privileges, not by their names', async () => {
    await api.people.signIn({ username: 'target alerts', pages: ['geofence-alerts'] })
    for (const [page, status] of [
      ['geofence-alert', 200],
      ['geofencelist', 403],
    ] as const) {
      const holder = await api.people.signIn({ username: `target ${page}`, pages: ['admin-config', page] })
      expect((await patch('target alerts', { displayName: 'x' }, holder)).status).toBe(status)
    }
  })
})

describe('the patient-data flag', () => {
  test('can be granted only by a holder, not even by the administrator', async () => {
    for (const headers of [helper, administrator, api.people.noPatients])
      for (const answer of [
        await create({ username: 'target refused', patientDataAccess: true }, headers),
        await patch('target peer', { patientDataAccess: true }, headers),
      ])
        expect([answer.status, answer.body.message]).toEqual([403, messages.patientFlagBeyondOwn])
    expect(await users().countDocuments({ username: 'target refused' })).toBe(0)
    expect((await stored('target peer')).patientDataAccess).toBe(false)
    expect((await patch('target peer', { patientDataAccess: true }, patientHelper)).status).toBe(200)
    expect(await stored('target peer')).toMatchObject({ patientDataAccess: true })
    expect(await stored('target peer')).not.toHaveProperty('patientDataGrantedAt')
  })

  test('only protects the credentials of its holders from an administrator without it', async () => {
    for (const answer of [
      await act('target patients', 'password', administrator, { password: PASSWORD }),
      await act('target patients', 'resetSecondFactor', administrator),
      await patch('target patients', { email: 'elsewhere@hospital.example' }, administrator),
      await patch('target patients', { locked: true, email: 'elsewhere@hospital.example' }, administrator),
    ])
      expect([answer.status, answer.body.message]).toEqual([403, messages.accountHoldsMore])
    expect(await stored('target patients')).toMatchObject({ locked: false })
    expect(await stored('target patients')).not.toHaveProperty('email')
    const { body } = await api.get('/api/users?search=target%20patients', administrator)
    expect(body.data[0].limit).toEqual({ scope: 'credentials', missing: ['patient-data'] })
    for (const change of [
      { displayName: 'Other', email: '' },
      { locked: true },
      { locked: false },
      { privileges: ['May be target strong'] },
      { patientDataAccess: false },
    ])
      expect((await patch('target patients', change, administrator)).status).toBe(200)
    expect((await patch('target patients', { patientDataAccess: true }, administrator)).status).toBe(403)
  })
})

describe('an account whose rights grow between check and write', () => {
  const grow = async () => {
    const rights = { privileges: ['May be target strong'], patientDataAccess: true }
    await users().updateOne({ username: 'target peer' }, { $set: rights })
  }
  /** Adds rights just before the next write of an account. */
  function growBefore(method: 'updateOne' | 'findOneAndUpdate'): void {
    const model = api.parts.db.models.users
    const write = model[method].bind(model) as unknown as (...sent: unknown[]) => Promise<never>
    vi.spyOn(model, method).mockImplementationOnce((async (...sent: unknown[]) => {
      await grow()
      return write(...sent)
    }) as never)
  }

  test('stays unchanged, and the answer is a conflict', async () => {
    const before = await stored('target peer')
    const attempts = [
      ['updateOne', () => act('target peer', 'password', helper, { password: PASSWORD })],
      ['updateOne', () => act('target peer', 'resetSecondFactor', helper)],
      ['findOneAndUpdate', () => patch('target peer', { email: 'elsewhere@hospital.example' }, helper)],
    ] as const
    for (const [method, attempt] of attempts) {
      growBefore(method)
      const { status, body } = await attempt()
      vi.restoreAllMocks()
      expect([status, body.code]).toEqual([409, 'conflict'])
      const after = await stored('target peer')
      expect([after.passwordHash, after.email]).toEqual([before.passwordHash, before.email])
      const { privileges, patientDataAccess } = before
      await users().updateOne({ username: 'target peer' }, { $set: { privileges, patientDataAccess } })
    }
  })
})
