import { settingId } from '@wardtrack/database'
import type { Headers } from '@wardtrack/test-kit'
import request from 'supertest'
import { openHospital, type TestHospital } from './open-hospital.ts'

/** Address for JSON in the provider's own format. */
export const OWN_FORMAT_PUSH = '/location/api/ingest/provider/acme'
/** Address of the refused items. */
export const LETTERS = '/location/api/ingest/dead-letters'
/** The provider's format at the beginning of each test. */
export const EXPRESSION = 'seen.{ "tagId": tag, "mapId": floor, "x": at[0], "y": at[1] }'

/** A hospital with the provider `acme`, which pushes JSON in its own format and tracks pump P-1 by tag t1. */
export type OwnFormatTest = Awaited<ReturnType<typeof openOwnFormatTest>>

/** Opens the hospital; each test begins with `reset`. */
export async function openOwnFormatTest() {
  const hospital: TestHospital = await openHospital()
  const { bus, db } = hospital.parts
  const key = await hospital.people.makeKey({ name: 'acme', kind: 'provider', provider: 'acme' })
  const saveProvider = async (Enabled: boolean): Promise<void> => {
    const _id = settingId('Provider', 'acme')
    const $set = { Type: 'Provider', SubType: 'acme', Fields: { Enabled, HierarchyProvider: false } }
    await db.driver.settings.updateOne({ _id }, { $set }, { upsert: true })
    bus.publish('config.changed', { what: 'providers' })
  }
  const saveFormat = async (expression: string): Promise<void> => {
    const format = { provider: 'acme', endpoint: 'locations' as const, expression }
    await db.driver.providerFormats.updateOne(
      { _id: 'acme/locations' },
      { $set: { ...format, updatedAt: new Date(), updatedBy: 'test' } },
      { upsert: true },
    )
    bus.publish('config.changed', { what: 'providers' })
  }
  const post = (path: string, body: object, headers: Headers = hospital.people.admin) =>
    request(hospital.app).post(path).set(headers).send(body)
  const get = (path: string, headers: Headers = hospital.people.admin) =>
    request(hospital.app).get(path).set(headers)
  return {
    hospital,
    key,
    saveProvider,
    saveFormat,
    post,
    get,
    push: (body: object, headers = key) => post(OWN_FORMAT_PUSH, body, headers),
    history: () => db.driver.locationHistory.countDocuments({}),
    letters: async (headers?: Headers) => (await get(LETTERS, headers)).body.data as { id: string }[],
    reset: async (): Promise<void> => {
      await hospital.reset()
      await db.driver.deadLetterSources.deleteMany()
      await hospital.addAsset({
        AssetId: 'P-1',
        LocationTags: [{ Provider: 'acme', TagId: 't1', IsPrimary: true }],
      })
      await saveProvider(true)
      await saveFormat(EXPRESSION)
    },
    close: () => hospital.close(),
  }
}

/** Returns a body as the provider pushes it. */
export const seen = (...at: [tag: string, floor: string, x: number][]) => ({
  seen: at.map(([tag, floor, x]) => ({ tag, floor, at: [x, 2] })),
})
