import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ApiTest, openApiTest } from '../../testing/api-test.ts'

let api: ApiTest
let otherProcess: ApiTest
type Stored = { _id: string; revision: string; routes: string[]; description: string }
let privilege: Stored
let holder: Record<string, string>
let number = 0
beforeAll(async () => {
  api = await openApiTest()
  // A second process on the same store, which gets no messages from the first.
  otherProcess = await openApiTest({ cacheMode: 'shared', storeOf: api })
})
afterAll(async () => {
  await otherProcess.close()
  await api.close()
})

const stored = () => api.parts.db.driver.privileges.findOne({ privilegeName: `May try ${number}` })
const patch = (id: string, body: object, headers = api.people.admin) =>
  api.request('PATCH', `/api/privilege/${id}`, headers, body)
const remove = (id: string, query = '', headers = api.people.admin) =>
  api.request('DELETE', `/api/privilege/${id}${query}`, headers)
const holdersOf = (id: string, headers = api.people.admin) => api.get(`/api/privilege/${id}/holders`, headers)
const give = (username: string) =>
  api.parts.db.driver.users.updateOne({ username }, { $set: { privileges: [`May try ${number}`] } })

beforeEach(async () => {
  number += 1
  const newPrivilege = {
    privilegeName: `May try ${number}`,
    description: 'Tries things',
    routes: ['devices'],
  }
  privilege = (await api.post('/api/privilege/addPrivilege', newPrivilege)).body as Stored
  holder = await api.people.signIn({ username: `holder ${number}` })
  await give(`holder ${number}`)
})

describe('changing a privilege', () => {
  test('stores description and pages, keeps missing members, and returns a new revision', async () => {
    const described = await patch(privilege._id, { description: ' Looks at maps ' })
    expect([described.status, described.body.message]).toEqual([200, 'Privilege changed.'])
    expect(described.body.data).toMatchObject({ description: 'Looks at maps', routes: ['/devices'] })
    const { revision } = described.body.data
    expect(revision).not.toBe(privilege.revision)
    const moved = await patch(privilege._id, { routes: ['view-map', '/profile'], revision })
    expect(moved.body.data).toMatchObject({ description: 'Looks at maps', routes: ['/profile', '/view-map'] })
    expect(await stored()).toMatchObject({ description: 'Looks at maps', routes: ['/profile', '/view-map'] })
  })

  test('is refused without effect when another user has changed it since', async () => {
    const { revision } = privilege
    expect((await patch(privilege._id, { description: 'By the first', revision })).status).toBe(200)
    const late = await patch(privilege._id, { description: 'By the second', revision })
    expect([late.status, late.body.code, late.body.message]).toEqual([
      409,
      'conflict',
      'Somebody else has changed this in the meantime. Nothing was saved.',
    ])
    expect((await stored())?.description).toBe('By the first')
  })

  test('accepts one of two concurrent changes of the same revision', async () => {
    const { revision } = privilege
    const both = await Promise.all(
      ['one', 'two'].map((name) => patch(privilege._id, { description: `By ${name}`, revision })),
    )
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 409]))
  })

  test('answers 409 for routes on an old revision, and succeeds without a revision', async () => {
    const { revision } = privilege
    const change = (verb: string, routes: string, more: object = {}) =>
      api.post(`/api/privilege/${verb}`, { privilegeName: `May try ${number}`, routes, ...more })
    const added = await change('addRoutes', 'profile', { revision })
    expect(added.status).toBe(200)
    expect(added.body.revision).not.toBe(revision)
    expect((await change('removeRoutes', 'profile', { revision })).status).toBe(409)
    expect((await stored())?.routes).toEqual(['/devices', '/profile'])
    expect((await change('removeRoutes', 'profile')).status).toBe(200)
    expect((await stored())?.routes).toEqual(['/devices'])
  })

  test.each([
    [{ description: 'ab' }, 'description', 'Privilege Description is required'],
    [{ routes: ['nowhere'] }, 'routes.0', 'route does not exixt!!'],
    [{ routes: ['devices', 'constructor'] }, 'routes.1', 'route does not exixt!!'],
    [{ revision: '' }, 'revision', undefined],
  ])('refuses %j', async (body, path, message) => {
    const answer = await patch(privilege._id, body)
    expect([answer.status, answer.body.errors[0].path]).toEqual([400, path])
    if (message) expect(answer.body.message).toBe(message)
    expect(await stored()).toMatchObject({ description: 'Tries things', routes: ['/devices'] })
  })

  test('answers 404 for an unknown id, and requires privilege-settings', async () => {
    for (const id of ['000000000000000000000000', 'May try', '$ne'])
      expect((await patch(id, { description: 'Something' })).status).toBe(404)
    const admin = await api.people.signIn({ username: `admin-config ${number}`, pages: ['admin-config'] })
    expect((await patch(privilege._id, { description: 'Something' }, admin)).status).toBe(403)
    expect((await patch(privilege._id, { description: 'Something' }, {})).status).toBe(401)
    expect((await stored())?.description).toBe('Tries things')
  })

  test('applies in another process from the next request on', async () => {
    const inOther = () => otherProcess.post('/api/assets.filter', {}, holder)
    expect((await inOther()).status).toBe(200)
    await patch(privilege._id, { routes: [] })
    expect((await inOther()).status).toBe(403)
  })
})

describe('the holders of a privilege', () => {
  test('are returned by number and name', async () => {
    expect((await holdersOf(privilege._id)).body).toEqual({
      count: 1,
      data: [{ username: `holder ${number}`, displayName: `holder ${number}` }],
    })
  })

  test('are returned only by number to callers who may not see users', async () => {
    const pages = ['privilege-settings']
    const headers = await api.people.signIn({ username: `privileges alone ${number}`, pages })
    expect((await holdersOf(privilege._id, headers)).body).toEqual({ count: 1 })
    expect((await holdersOf(privilege._id, api.people.nobody)).status).toBe(403)
    expect((await holdersOf('000000000000000000000000')).status).toBe(404)
  })
})

describe('deleting a privilege', () => {
  test('removes it from its holders, in every process', async () => {
    const answer = await remove(privilege._id)
    expect([answer.status, answer.body]).toEqual([200, { err: 0, message: 'Privilege deleted.', holders: 1 }])
    expect(await stored()).toBeNull()
    const user = await api.parts.db.driver.users.findOne({ username: `holder ${number}` })
    expect(user?.privileges).toEqual([])
    expect((await api.post('/api/assets.filter', {}, holder)).status).toBe(403)
    expect((await otherProcess.post('/api/assets.filter', {}, holder)).status).toBe(403)
    expect((await remove(privilege._id)).status).toBe(404)
  })

  test('is refused without effect when another user has changed it since', async () => {
    await patch(privilege._id, { description: 'By another' })
    const answer = await remove(privilege._id, `?revision=${privilege.revision}`)
    expect([answer.status, answer.body.code]).toEqual([409, 'conflict'])
    expect((await stored())?.description).toBe('By another')
    expect((await holdersOf(privilege._id)).body.count).toBe(1)
  })

  test('leaves no holder to whom a new privilege of the same name would apply', async () => {
    await remove(privilege._id)
    await give(`holder ${number}`)
    const newPrivilege = { privilegeName: `May try ${number}`, description: 'Made anew', routes: ['devices'] }
    expect((await api.post('/api/privilege/addPrivilege', newPrivilege)).status).toBe(200)
    expect((await api.post('/api/assets.filter', {}, holder)).status).toBe(403)
  })

  test('requires privilege-settings, and is recorded in the audit log', async () => {
    expect((await remove(privilege._id, '', api.people.nobody)).status).toBe(403)
    expect((await remove(privilege._id, '', {})).status).toBe(401)
    expect(await stored()).not.toBeNull()
    await remove(privilege._id)
    await api.parts.access.audit.flush()
    const entry = await api.parts.db.driver.audit.findOne({
      action: 'DELETE /privilege/{id}',
      'target.id': privilege._id,
      outcome: 'ok',
    })
    expect(entry).toMatchObject({ actor: 'admin', target: { type: 'privilege' }, details: { holders: 1 } })
  })
})
