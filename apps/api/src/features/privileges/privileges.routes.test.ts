import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ApiTest, openApiTest } from '../../testing/api-test.ts'

let api: ApiTest
beforeAll(async () => {
  api = await openApiTest()
})
afterAll(() => api.close())

const add = (body: object, headers?: Record<string, string>) =>
  api.post('/api/privilege/addPrivilege', body, headers)
const stored = (name: string) => api.parts.db.driver.privileges.findOne({ nameKey: name.toLowerCase() })

describe('adding a privilege', () => {
  test('returns it at the top level, with its routes under both names', async () => {
    const body = {
      privilegeName: 'May look',
      description: 'Looks around',
      routes: ['devices', '/devices'],
      apis: ['x'],
    }
    const answer = await add(body)
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({
      err: 0,
      message: 'Privilege Added Successfully!',
      privilegeName: 'May look',
      routes: ['/devices'],
      allowedPagesRoute: ['/devices'],
      apis: ['x'],
    })
    expect((await stored('may look'))?.description).toBe('Looks around')
  })

  test('its apis grant no access', async () => {
    await add({ privilegeName: 'May call', description: 'By apis alone', apis: ['/api/assets.filter'] })
    const caller = await api.people.signIn({ username: 'caller' })
    await api.parts.db.driver.users.updateOne({ username: 'caller' }, { $set: { privileges: ['May call'] } })
    expect((await api.post('/api/assets.filter', {}, caller)).status).toBe(403)
  })

  test.each([
    [{}, ['Privilege Name is required, and it should start with "May"', 'Privilege Description is required']],
    [
      { privilegeName: 'Can look', description: 'abc' },
      ['Privilege Name is required, and it should start with "May"'],
    ],
    [
      { privilegeName: 'may look too', description: 'abc' },
      ['Privilege Name is required, and it should start with "May"'],
    ],
    [{ privilegeName: 'May x', description: 'ab' }, ['Privilege Description is required']],
  ])('refuses %j with the exact messages', async (body, messages) => {
    const before = await api.parts.db.driver.privileges.countDocuments({})
    const answer = await add(body)
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({
      code: 'validation',
      message: 'Please fill all the details correctly',
    })
    expect(answer.body.error).toEqual({ msg: 'Please fill all the details correctly' })
    expect(answer.body.errors.map((entry: { message: string }) => entry.message)).toEqual(messages)
    expect(await api.parts.db.driver.privileges.countDocuments({})).toBe(before)
  })

  test('refuses a page that does not exist, in the specification’s words', async () => {
    const answer = await add({
      privilegeName: 'May err',
      description: 'Errs around',
      routes: ['devices', 'nowhere'],
    })
    expect([answer.status, answer.body.message]).toEqual([400, 'route does not exixt!!'])
    expect(answer.body.errors[0].path).toBe('routes.1')
    expect(await stored('May err')).toBeNull()
  })

  test('refuses a taken name, compared case-insensitively, with status 500 and error.msg', async () => {
    await add({ privilegeName: 'May twice', description: 'The first' })
    const answer = await add({ privilegeName: 'May TWICE', description: 'The second' })
    expect([answer.status, answer.body.code]).toEqual([500, 'already_exists'])
    expect(answer.body.error.msg).toBe(answer.body.message)
    expect((await stored('may twice'))?.description).toBe('The first')
  })

  test('requires privilege-settings', async () => {
    const reader = await api.people.signIn({ username: 'admin-config-only', pages: ['admin-config'] })
    expect((await add({ privilegeName: 'May not', description: 'abc' }, reader)).status).toBe(403)
    expect((await api.get('/api/privilege/getPrivileges', reader)).status).toBe(200)
    expect(await stored('May not')).toBeNull()
  })
})

describe('listing privileges', () => {
  test('returns them by name', async () => {
    const { body } = await api.get('/api/privilege/getPrivileges')
    const names: string[] = body.privilegeList.map((entry: { privilegeName: string }) => entry.privilegeName)
    expect(names).toEqual([...names].sort())
    expect(names).toContain('May look')
  })
})

describe('changing routes', () => {
  test('adds and removes pages, and returns both lists; removing a missing page is no error', async () => {
    await add({ privilegeName: 'May change', description: 'Changes', routes: ['devices'] })
    const ask = (verb: string, routes: unknown) =>
      api.post(`/api/privilege/${verb}`, { privilegeName: 'may change', routes })
    const added = await ask('addRoutes', ['/assetlist', 'report/rtls-alert'])
    expect(added.body.allowedRoutes).toEqual(['/assetlist', '/devices', '/report/rtls-alert'])
    expect(added.body.sessionRoutes).toContain('/privilege-settings')
    const single = await ask('addRoutes', 'profile')
    expect(single.body.allowedRoutes).toContain('/profile')
    const taken = await ask('removeRoutes', ['devices', 'mirth-settings'])
    expect(taken.status).toBe(200)
    expect((await stored('May change'))?.routes.sort()).toEqual([
      '/assetlist',
      '/profile',
      '/report/rtls-alert',
    ])
  })

  test('applies to holders of the privilege from the next request on', async () => {
    await add({ privilegeName: 'May grow', description: 'Grows' })
    const holder = await api.people.signIn({ username: 'holder' })
    await api.parts.db.driver.users.updateOne({ username: 'holder' }, { $set: { privileges: ['May grow'] } })
    expect((await api.post('/api/assets.filter', {}, holder)).status).toBe(403)
    await api.post('/api/privilege/addRoutes', { privilegeName: 'May grow', routes: ['devices'] })
    expect((await api.post('/api/assets.filter', {}, holder)).status).toBe(200)
    await api.post('/api/privilege/removeRoutes', { privilegeName: 'May grow', routes: ['devices'] })
    expect((await api.post('/api/assets.filter', {}, holder)).status).toBe(403)
  })

  test('refuses an unknown page with 400 and an unknown privilege with 404', async () => {
    const unknown = await api.post('/api/privilege/addRoutes', {
      privilegeName: 'May look',
      routes: 'nowhere',
    })
    expect([unknown.status, unknown.body.message]).toEqual([400, 'route does not exixt!!'])
    for (const verb of ['addRoutes', 'removeRoutes']) {
      const nobody = await api.post(`/api/privilege/${verb}`, {
        privilegeName: 'May none',
        routes: ['devices'],
      })
      expect([nobody.status, nobody.body.code]).toEqual([404, 'not_found'])
    }
    expect((await stored('May look'))?.routes).toEqual(['/devices'])
  })
})
