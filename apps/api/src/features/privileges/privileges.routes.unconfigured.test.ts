import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ApiTest, openApiTest } from '../../testing/api-test.ts'

let api: ApiTest
beforeEach(async () => {
  api = await openApiTest({ configured: false })
})
afterEach(() => api.close())

const first = { privilegeName: 'May run the house', description: 'The first', routes: ['devices'] }

test('an unconfigured system gives the first account access only to privilege-settings', async () => {
  expect((await api.get('/api/config/isConfigured')).body).toEqual({ config: 0 })
  expect((await api.get('/api/privilege/getAllowedRoutes')).body).toEqual({
    allowedRoutes: ['/privilege-settings'],
  })
  expect((await api.get('/api/privilege/getPrivileges')).body).toEqual({ privilegeList: [] })
  expect((await api.get('/api/files/count')).body).toEqual({ count: 0 })
  const closed = await Promise.all([
    api.post('/api/assets.filter'),
    api.get('/api/asset.getMetaDataMapping'),
    api.get('/api/files/list'),
    api.get('/var/uploads/images/Maps/x.jpg'),
  ])
  for (const { status, body } of closed) expect([status, body.code]).toEqual([403, 'not_configured'])
})

test('an unconfigured system refuses all other users', async () => {
  const calls = [
    '/api/config/isConfigured',
    '/api/privilege/getAllowedRoutes',
    '/api/privilege/getPrivileges',
    '/api/live',
  ]
  for (const path of calls) {
    const answer = await api.get(path, api.people.noPatients)
    expect([answer.status, answer.body.code]).toEqual([403, 'not_configured'])
  }
  const attempt = await api.post('/api/privilege/addPrivilege', first, api.people.noPatients)
  expect(attempt.status).toBe(403)
  expect(await api.parts.db.driver.privileges.countDocuments({})).toBe(0)
})

test('the first privilege goes to the account that adds it, and configures the system permanently', async () => {
  expect((await api.post('/api/privilege/addPrivilege', first)).status).toBe(200)
  expect((await api.get('/api/config/isConfigured')).body).toEqual({ config: 1 })
  expect((await api.get('/api/privilege/getAllowedRoutes')).body).toEqual({
    allowedRoutes: ['/admin-config', '/devices', '/privilege-settings'],
  })
  expect((await api.parts.db.driver.users.findOne({ username: 'admin' }))?.privileges).toEqual([
    'May run the house',
  ])
  await api.post('/api/privilege/addPrivilege', { ...first, privilegeName: 'May be second' })
  expect((await api.parts.db.driver.users.findOne({ username: 'admin' }))?.privileges).toEqual([
    'May run the house',
  ])
  await api.parts.db.driver.privileges.deleteMany({})
  expect((await api.get('/api/config/isConfigured')).body).toEqual({ config: 1 })
})

test('only one of two first privileges added concurrently is granted', async () => {
  const added = await Promise.all(
    ['May be one', 'May be two'].map((privilegeName) =>
      api.post('/api/privilege/addPrivilege', { ...first, privilegeName }),
    ),
  )
  expect(added.map(({ status }) => status)).toEqual([200, 200])
  expect((await api.parts.db.driver.users.findOne({ username: 'admin' }))?.privileges).toHaveLength(1)
})
