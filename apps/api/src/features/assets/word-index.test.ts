import { BUS_GAP } from '@wardtrack/service-kit'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ApiTest, openApiTest } from '../../testing/api-test.ts'
import { openWordIndex, type WordIndex } from './word-index.ts'

let api: ApiTest
let book: WordIndex
beforeAll(async () => {
  api = await openApiTest()
})
beforeEach(async () => {
  await api.parts.db.driver.assets.deleteMany({})
  await push('E-1', 'Infusion pump')
  book = openWordIndex({ ...api.parts, cacheMode: 'local' })
})
afterEach(() => book.close())
afterAll(() => api.close())

const push = (AssetId: string, AssetName: string) =>
  api.pushAssets([{ AssetType: 'Equipment', AssetId, AssetName }])
const named = (AssetId: string) => ({ AssetType: 'Equipment', AssetId })

describe('the words that contain a text', () => {
  test('are found without regard to case, whole or in part', async () => {
    expect(await book.containing('PUMP')).toEqual(['PUMP'])
    expect(await book.containing('us')).toEqual(['INFUSION'])
    expect(await book.containing('bed')).toEqual([])
  })

  test.each(['pump 1', 'e-1', 'ä', 'p', '12'])(
    'are not asked for %s, which is more than letters',
    async (text) => {
      expect(await book.containing(text)).toBeUndefined()
    },
  )

  test('grow with what is registered and renamed, from the answer to the push on', async () => {
    await book.containing('pump')
    await push('E-2', 'Pumpkin')
    expect(await book.containing('pump')).toEqual(['PUMP', 'PUMPKIN'])
    await push('E-2', 'Wombat')
    expect(await book.containing('wombat')).toEqual(['WOMBAT'])
  })

  test('include what came while the book was read', async () => {
    const [, early] = await Promise.all([push('E-3', 'Quokka'), book.containing('pump')])
    expect(early).toEqual(['PUMP'])
    expect(await book.containing('quokka')).toEqual(['QUOKKA'])
  })

  test('are read anew when the bus may have missed something, or very much changed', async () => {
    await book.containing('pump')
    const word = (SearchWords: string[]) =>
      api.parts.db.driver.assets.updateOne(named('E-1'), { $set: { SearchWords } })
    await word(['UNHEARD'])
    expect(await book.containing('unheard')).toEqual([])
    api.parts.bus.publish(BUS_GAP, {})
    expect(await book.containing('unheard')).toEqual(['UNHEARD'])
    await word(['LATER'])
    const changes = Array.from({ length: 1_001 }, () => ({ ...named('none'), change: 'updated' as const }))
    api.parts.bus.publish('asset.changed', { changes, tagKeys: [] })
    expect(await book.containing('later')).toEqual(['LATER'])
  })

  test('do not decide where a text stands for very many, or an asset has no words yet', async () => {
    const SearchWords = Array.from({ length: 25 }, (_, n) => `PUMP${String.fromCharCode(65 + n)}`)
    await api.parts.db.driver.assets.updateOne(named('E-1'), { $set: { SearchWords } })
    expect(await book.containing('pump')).toBeUndefined()
    expect(await book.containing('umpc')).toEqual(['PUMPC'])
    await api.parts.db.driver.assets.updateOne(named('E-1'), { $unset: { SearchWords: 1 } })
    api.parts.bus.publish(BUS_GAP, {})
    expect(await book.containing('umpc')).toBeUndefined()
  })

  test('do not decide where not every change is told', async () => {
    const alone = openWordIndex({ ...api.parts, cacheMode: 'shared' })
    expect(await alone.containing('pump')).toBeUndefined()
    alone.close()
  })
})

test('a book that could not be read is read again', async () => {
  const { driver } = api.parts.db
  let broken = true
  const assets = new Proxy(driver.assets, {
    get: (target, name) => {
      if (name === 'distinct' && broken) return () => Promise.reject(new Error('The store is away.'))
      const member: unknown = Reflect.get(target, name)
      return typeof member === 'function' ? member.bind(target) : member
    },
  })
  const db = { ...api.parts.db, driver: { ...driver, assets } }
  const shaky = openWordIndex({ ...api.parts, db, cacheMode: 'local' })
  await expect(shaky.containing('pump')).rejects.toThrow('The store is away.')
  broken = false
  expect(await shaky.containing('pump')).toEqual(['PUMP'])
  shaky.close()
})
