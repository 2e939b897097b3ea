import { messages } from '@wardtrack/contracts'
import type { Headers } from '@wardtrack/test-kit'
import request from 'supertest'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiTest, openApiTest } from '../../testing/api-test.ts'

const PASSWORD = 'quiet amber lanterns'

let api: ApiTest
let first: Headers
let colleague: Headers
beforeAll(async () => {
  api = await openApiTest()
  first = api.people.admin
  colleague = await api.people.signIn({
    username: 'colleague',
    pages: ['admin-config', 'privilege-settings'],
  })
  // State after an installation: no user has the flag.
  await users().updateMany({}, { $set: { patientDataAccess: false } })
})
afterAll(() => api.close())

const users = () => api.parts.db.driver.users
const idOf = async (username: string): Promise<string> =>
  (await users().findOne({ username }))?._id.toHexString() ?? ''
const patch = async (username: string, body: object, headers: Headers) =>
  request(api.app)
    .patch(`/api/users/${await idOf(username)}`)
    .set(headers)
    .send(body)
const grants = async (headers: Headers) =>
  ((await api.get('/api/patientDataGrants', headers)).body.data as { username: string }[]).map(
    ({ username }) => username,
  )
const acknowledge = async (username: string, headers: Headers) =>
  api.post(`/api/users/${await idOf(username)}/acknowledgePatientData`, {}, headers)

test('the first account grants the flag without holding it while no other user could, and the grant is listed', async () => {
  expect((await api.get('/api/users', first)).body.mayGivePatientData).toBe(true)
  expect((await patch('colleague', { patientDataAccess: true }, colleague)).status).toBe(403)
  const nurse = { username: 'nurse one', password: PASSWORD, patientDataAccess: true }
  expect((await api.post('/api/users', nurse, colleague)).status).toBe(403)
  expect((await api.post('/api/users', nurse, first)).status).toBe(200)
  // A nurse with the flag cannot grant it, so the first account still may.
  expect((await patch('colleague', { patientDataAccess: true }, first)).status).toBe(200)
  expect(await grants(first)).toEqual(['colleague', 'nurse one'])
  expect(await grants(colleague)).toEqual(['colleague', 'nurse one'])
  await api.parts.access.audit.flush()
  const noted = await api.parts.db.driver.audit
    .find({ 'details.patientDataBy': 'first account' })
    .sort({ _id: 1 })
    .toArray()
  expect(noted.map(({ actor, target }) => [actor, target?.id])).toEqual([
    ['admin', await idOf('nurse one')],
    ['admin', await idOf('colleague')],
  ])
})

test('afterwards only holders grant the flag, and their grants are not listed', async () => {
  expect((await api.get('/api/users', first)).body.mayGivePatientData).toBe(false)
  const refused = await patch('nobody', { patientDataAccess: true }, first)
  expect([refused.status, refused.body.message]).toEqual([403, messages.patientFlagBeyondOwn])
  expect((await patch('nobody', { patientDataAccess: true }, colleague)).status).toBe(200)
  expect(await grants(colleague)).toEqual(['colleague', 'nurse one'])
})

test('another user acknowledges the grant once, and it disappears with the flag', async () => {
  const own = await acknowledge('nurse one', first)
  expect([own.status, own.body.message]).toEqual([403, messages.notAllowed])
  expect((await acknowledge('nurse one', api.people.nobody)).status).toBe(403)
  expect((await acknowledge('nurse one', colleague)).status).toBe(200)
  expect((await acknowledge('nurse one', colleague)).status).toBe(404)
  expect(await grants(first)).toEqual(['colleague'])
  expect((await patch('colleague', { patientDataAccess: false }, first)).status).toBe(200)
  expect(await grants(first)).toEqual([])
  expect(await users().countDocuments({ patientDataGrantedAt: { $exists: true } })).toBe(0)
})
