import { readTerm, storedTerm } from '@wardtrack/database'
import { BUS_GAP } from '@wardtrack/service-kit'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type ApiTest, openApiTest } from '../../testing/api-test.ts'
import { openWordIndex, type WordIndex } from './word-index.ts'

let api: ApiTest
let index: WordIndex
beforeAll(async () => {
  api = await openApiTest()
})
beforeEach(async () => {
  await api.parts.db.driver.assets.deleteMany({})
  await push('E-1', 'Infusion pump')
  index = openWordIndex({ ...api.parts, cacheMode: 'local' })
})
afterEach(() => index.close())
afterAll(() => api.close())

const push = (AssetId: string, AssetName: string) =>
  api.pushAssets([{ AssetType: 'Equipment', AssetId, AssetName }])
const containing = (words: WordIndex, text: string) => words.containing(text, ['others'], 'everything')
const named = (AssetId: string) => ({ AssetType: 'Equipment', AssetId })

describe('the words that contain a text', () => {
  test('are found case-insensitively, whole or in part', async () => {
    expect(await containing(index, 'PUMP')).toEqual(['PUMP'])
    expect(await containing(index, 'us')).toEqual(['INFUSION'])
    expect(await containing(index, 'bed')).toEqual([])
  })

  test.each(['pump 1', 'e-1', 'ä', 'p', '12'])(
    'are not used for %s, which is more than letters',
    async (text) => {
      expect(await containing(index, text)).toBeUndefined()
    },
  )

  test('are separate for names, which match names only', async () => {
    await api.pushAssets([{ AssetType: 'Equipment', AssetId: 'BED-7', AssetName: 'Scale' }])
    expect(await containing(index, 'bed')).toEqual(['BED'])
    expect(await index.containing('bed', ['others'], 'names')).toEqual([])
    const found = (await index.containing('cal', ['others'], 'names')) ?? []
    expect(found).toHaveLength(1)
    const byWord = { SearchWords: { $in: found } }
    expect(await api.parts.db.driver.assets.distinct('AssetId', byWord)).toEqual(['BED-7'])
  })

  test('include registered and renamed assets as soon as the push is answered', async () => {
    await containing(index, 'pump')
    await push('E-2', 'Pumpkin')
    expect(await containing(index, 'pump')).toEqual(['PUMP', 'PUMPKIN'])
    await push('E-2', 'Wombat')
    expect(await containing(index, 'wombat')).toEqual(['WOMBAT'])
  })

  test('include changes that arrive while the index is read', async () => {
    const [, early] = await Promise.all([push('E-3', 'Quokka'), containing(index, 'pump')])
    expect(early).toEqual(['PUMP'])
    expect(await containing(index, 'quokka')).toEqual(['QUOKKA'])
  })

  test('are read again when the bus may have missed messages, or after many changes', async () => {
    await containing(index, 'pump')
    const word = (SearchWords: string[]) =>
      api.parts.db.driver.assets.updateOne(named('E-1'), { $set: { SearchWords } })
    await word(['UNHEARD'])
    expect(await containing(index, 'unheard')).toEqual([])
    api.parts.bus.publish(BUS_GAP, {})
    expect(await containing(index, 'unheard')).toEqual(['UNHEARD'])
    await word(['LATER'])
    const changes = Array.from({ length: 1_001 }, () => ({ ...named('none'), change: 'updated' as const }))
    api.parts.bus.publish('asset.changed', { changes, tagKeys: [] })
    expect(await containing(index, 'later')).toEqual(['LATER'])
  })

  test('are not used when a text matches very many words, or an asset has no words yet', async () => {
    const SearchWords = Array.from({ length: 25 }, (_, n) => `PUMP${String.fromCharCode(65 + n)}`)
    await api.parts.db.driver.assets.updateOne(named('E-1'), { $set: { SearchWords } })
    expect(await containing(index, 'pump')).toBeUndefined()
    expect(await containing(index, 'umpc')).toEqual(['PUMPC'])
    await api.parts.db.driver.assets.updateOne(named('E-1'), { $unset: { SearchWords: 1 } })
    api.parts.bus.publish(BUS_GAP, {})
    expect(await containing(index, 'umpc')).toBeUndefined()
  })

  test('are not used when the bus does not report all changes', async () => {
    const unconnected = openWordIndex({ ...api.parts, cacheMode: 'shared' })
    expect(await containing(unconnected, 'pump')).toBeUndefined()
    unconnected.close()
  })
})

describe('the words of patients', () => {
  beforeEach(() => api.pushAssets([{ AssetType: 'Patient', AssetId: 'PT-1', AssetName: 'Zebulon Pumphrey' }]))

  test('are returned only on request, with the mark that the store has', async () => {
    expect(await index.containing('zebulon', ['others'], 'everything')).toEqual([])
    const [word, ...more] = (await index.containing('zebulon', ['patients'], 'everything')) ?? []
    expect([readTerm(word ?? ''), more]).toEqual([{ term: 'ZEBULON', part: 'patients' }, []])
    const both = await index.containing('pump', ['others', 'patients'], 'everything')
    expect(both?.map((stored) => readTerm(stored).term)).toEqual(['PUMP', 'PUMPHREY'])
  })

  test('are neither read nor counted unless requested', async () => {
    await containing(index, 'pump')
    const find = vi.spyOn(api.parts.db.driver.assets, 'find')
    const changes = Array.from({ length: 1_001 }, (_, n) => ({
      AssetType: 'Patient',
      AssetId: `PT-${n}`,
      change: 'created' as const,
    }))
    api.parts.bus.publish('asset.changed', { changes, tagKeys: [] })
    const distinct = vi.spyOn(api.parts.db.driver.assets, 'distinct')
    expect(await containing(index, 'pump')).toEqual(['PUMP'])
    expect([find.mock.calls, distinct.mock.calls]).toEqual([[], []])
    const words = Array.from({ length: 25 }, (_, n) => `PUMP${String.fromCharCode(65 + n)}`)
    const SearchWords = words.map((word) => storedTerm(word, 'patients'))
    await api.parts.db.driver.assets.updateOne({ AssetId: 'PT-1' }, { $set: { SearchWords } })
    expect(await index.containing('pump', ['patients'], 'everything')).toBeUndefined()
    expect(await containing(index, 'pump')).toEqual(['PUMP'])
    vi.restoreAllMocks()
  })
})

test('reads the index again after a failed read', async () => {
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
  const failing = openWordIndex({ ...api.parts, db, cacheMode: 'local' })
  await expect(containing(failing, 'pump')).rejects.toThrow('The store is away.')
  broken = false
  expect(await containing(failing, 'pump')).toEqual(['PUMP'])
  failing.close()
})
