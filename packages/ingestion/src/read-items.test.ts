import { assetItem, locationItem } from '@wardtrack/contracts'
import { describe, expect, it } from 'vitest'
import { type Checks, createItemReader, type Sender } from './read-items.ts'

const key = (members: Partial<Sender>): Sender => ({
  isProviderKey: false,
  nonce: { text: 'n', repeatable: false },
  ...members,
})
const checks = (members: Partial<Checks>): Checks => ({
  schema: assetItem,
  hasTime: false,
  hasProvider: false,
  sender: key({ provider: 'cisco', isProviderKey: true }),
  now: Date.now(),
  oldest: 0,
  disabled: new Set(),
  ...members,
})
const itemsRead = (items: readonly unknown[], given: Checks) => {
  const readItem = createItemReader(given)
  return items.map((item) => readItem(item))
}
const asset = (members: object) => ({ AssetType: 'Equipment', AssetId: 'P-1', ...members })
const tag = (Provider: string) => ({ Provider, TagId: 'T-1' })
const mismatch = (path: string) => [
  { path, code: 'provider_mismatch', message: 'This key belongs to another provider.' },
]

describe("a provider's key", () => {
  it("registers assets only with tags of the key's provider", () => {
    const items = [
      asset({ LocationTags: [tag('Cisco')], provider: 'CISCO' }),
      asset({ LocationTags: [tag('cisco'), tag('centrak')] }),
      asset({ provider: 'centrak' }),
      asset({ provider: { $ne: '' } }),
      asset({ LocationTags: [] }),
    ]
    const [plain, tags, provider, object, none] = itemsRead(items, checks({}))
    expect(plain).toMatchObject({ provider: 'cisco', item: { AssetId: 'P-1' } })
    expect(tags).toEqual(mismatch('LocationTags.1.Provider'))
    expect(provider).toEqual(mismatch('provider'))
    expect(object).toEqual(mismatch('provider'))
    expect(none).toMatchObject({ provider: 'cisco' })
  })

  it("sends events only for the key's provider", () => {
    const event = (members: object) => ({ tagId: 'T-1', mapId: 'm', x: 1, y: 1, ...members })
    const items = [event({}), event({ provider: 'cisco' }), event({ provider: 'centrak' })]
    const timed = checks({ schema: locationItem, hasTime: true, hasProvider: true })
    const [plain, named, foreign] = itemsRead(items, timed)
    expect(plain).toMatchObject({ provider: 'cisco' })
    expect(named).toMatchObject({ provider: 'cisco' })
    expect(foreign).toEqual(mismatch('provider'))
  })
})

it("an integration's key registers tags of every provider", () => {
  const items = [asset({ LocationTags: [tag('cisco'), tag('centrak')] })]
  const [item] = itemsRead(items, checks({ sender: key({}) }))
  expect(item).toMatchObject({ item: { LocationTags: [{ Provider: 'cisco' }, { Provider: 'centrak' }] } })
})
