import { TEST_WAIT } from '@wardtrack/test-kit'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type ApiTest, openApiTest } from '../../testing/api-test.ts'

// Tests that every writer of asset values evaluates the rules, including the calls of the console.
let api: ApiTest
beforeAll(async () => {
  api = await openApiTest()
  await api.post('/api/customTag/create', { newCustomTag: 'spare' })
  await api.post('/api/customTag/create', { newCustomTag: 'broken' })
})
afterAll(() => api.close())
beforeEach(async () => {
  const { models, driver } = api.parts.db
  await models.assetRules.deleteMany({})
  await models.notifications.deleteMany({})
  await driver.assets.deleteMany({})
  // The rules were written without a call, so caches must be cleared.
  api.parts.bus.publish('bus.gap', {})
  await api.pushAssets([
    { AssetType: 'Equipment', AssetId: 'P-1' },
    { AssetType: 'Equipment', AssetId: 'P-2' },
  ])
})

const done = async (path: string, body: object): Promise<void> => {
  const answer = await api.post(`/api${path}`, body)
  expect([answer.status, answer.body.err, answer.body.errors]).toEqual([200, 0, undefined])
}
const addRule = async (ruleName: string, ruleCondition: object): Promise<void> => {
  await done('/setRule', { Equipment: { ruleName, ruleCondition } })
  await done('/setRule', { Equipment: { ruleName, ruleCondition, status: true } })
}
/** Returns the notifications, oldest first, once no asset holds a pending one. */
const storedNotifications = async (): Promise<string[]> => {
  await vi.waitFor(async () => {
    const waiting = await api.parts.db.driver.assets.countDocuments({ 'Rules.raised.id': { $gte: '' } })
    expect(waiting).toBe(0)
  }, TEST_WAIT)
  const { body } = await api.get('/api/notifications?pagesize=100')
  return (body.data as { Name: string; message: string }[]).map(({ Name, message }) => `${Name}: ${message}`)
}

const asset = { AssetType: 'Equipment', AssetId: 'P-1' }
const assign = (newCustomTag: string) => done('/assets.addCustomTag', { ...asset, newCustomTag })
const unassign = (customTag: string) => done('/assets.removeCustomTag', { ...asset, customTag })
const tag = { Provider: 'acme', TagId: 'T-1', IsPrimary: true }
const associate = (AssetId: string, members: object = {}) =>
  done('/assets.addLocationTag', { AssetType: 'Equipment', AssetId, LocationTag: tag, ...members })
const dissociate = (AssetId: string) =>
  done('/assets.removeLocationTag', { AssetType: 'Equipment', AssetId, Provider: 'acme', TagId: 'T-1' })

test('a manually added custom tag fires once, however many other tags the asset has', async () => {
  await addRule('Spare', { CustomTags: ['spare'] })
  await assign('broken')
  await assign('spare')
  await assign('spare')
  await unassign('broken')
  expect(await storedNotifications()).toEqual(['Spare: P-1: Custom tags broken, spare'])
  await unassign('spare')
  await assign('spare')
  expect(await storedNotifications()).toHaveLength(2)
})

test('tags added concurrently all stay, and each fires its rule', async () => {
  await addRule('Spare', { CustomTags: 'spare' })
  await addRule('Broken', { CustomTags: 'broken' })
  await Promise.all([assign('spare'), assign('broken'), assign('spare'), assign('broken')])
  const stored = await api.parts.db.driver.assets.findOne({ AssetId: 'P-1' })
  expect(stored?.CustomTags.toSorted()).toEqual(['broken', 'spare'])
  const fired = await storedNotifications()
  expect(fired).toHaveLength(2)
  expect(new Set(fired.map((text) => text.split(':')[0]))).toEqual(new Set(['Broken', 'Spare']))
})

test('deleting a custom tag everywhere fires rules for assets without a tag', async () => {
  await done('/customTag/create', { newCustomTag: 'on loan' })
  await assign('on loan')
  await addRule('Untagged', { CustomTags: 'N/A' })
  await done('/customTag/remove', { customTagName: 'on loan' })
  expect(await storedNotifications()).toEqual(['Untagged: P-1: Custom tags'])
})

test('a manually associated location tag fires, also at the asset that loses it', async () => {
  await addRule('Tagged', { LocationTags_TagId: 'T-1', LocationTags_Provider: 'acme' })
  await associate('P-1')
  expect(await storedNotifications()).toEqual(['Tagged: P-1: Location tag T-1'])
  await addRule('Bare', { LocationTags_TagId: 'N/A' })
  await associate('P-2', { move: true })
  expect((await storedNotifications()).toSorted()).toEqual([
    'Bare: P-1: Location tag',
    'Tagged: P-1: Location tag T-1',
    'Tagged: P-2: Location tag T-1',
  ])
  await dissociate('P-2')
  expect(await storedNotifications()).toContain('Bare: P-2: Location tag')
})

test('activating an asset fires, alone and in bulk, and can fire again after it is undone', async () => {
  await addRule('In use', { AssetStatus: 'active' })
  await done('/assets.toggleAssetStatus', { key: 'Equipment:P-1', flag: 0 })
  expect(await storedNotifications()).toEqual([])
  await done('/assets.toggleAssetStatus', { key: 'Equipment:P-1', flag: 1 })
  expect(await storedNotifications()).toEqual(['In use: P-1: Status active'])
  const all = { AssetType: 'Equipment', AssetId: ['P-1', 'P-2'], 'Fields.PrimaryCategory': ['N/A'] }
  const change = async (status: string): Promise<void> => {
    const answer = await api.post('/api/assets.changeBulkStatus', { ...all, status })
    expect(answer.body).toMatchObject({ err: 0, changed: 2 })
  }
  await change('inactive')
  await change('active')
  expect((await storedNotifications()).toSorted()).toEqual([
    'In use: P-1: Status active',
    'In use: P-1: Status active',
    'In use: P-2: Status active',
  ])
})

test('a match while an asset is inactive is not notified, not even on activation', async () => {
  await addRule('Spare', { CustomTags: 'spare' })
  await addRule('Spare in use', { CustomTags: 'spare', AssetStatus: 'active' })
  await done('/assets.toggleAssetStatus', { key: 'Equipment:P-1', flag: 0 })
  await assign('spare')
  expect(await storedNotifications()).toEqual([])
  await done('/assets.toggleAssetStatus', { key: 'Equipment:P-1', flag: 1 })
  expect(await storedNotifications()).toEqual(['Spare in use: P-1: Status active'])
})

test('links of assets and the status of an inactive one cannot be used in rules', async () => {
  for (const [field, value] of [
    ['Fields_Mappings_Patient', 'Z-1'],
    ['AssetStatus', 'inactive'],
    ['AssetStatus', ['active', 'inactive']],
  ] as const) {
    const rule = { ruleName: 'x', ruleCondition: { [field]: value } }
    const answer = await api.post('/api/setRule', { Equipment: rule })
    expect(answer.body).toMatchObject({
      code: 'invalid_criteria',
      errors: [{ path: `Equipment.ruleCondition.${field}` }],
    })
  }
  expect(await api.parts.db.models.assetRules.countDocuments({})).toBe(0)
})
