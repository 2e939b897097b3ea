import { type AssetDoc, Types, tagKeysOf } from '@wardtrack/database'
import type { ClockReadings } from '@wardtrack/service-kit'
import { openTestApp, type TestApp } from '@wardtrack/test-kit'
import request from 'supertest'
import { createStatusService } from '../index.ts'

/** A test app with a metadata mapping that names a few fields beyond the known ones. */
export type TestWard = TestApp & {
  push(items: unknown, headers?: Record<string, string>): request.Test
  addAsset(members: Partial<AssetDoc> & Pick<AssetDoc, 'AssetId'>): Promise<AssetDoc>
  asset(assetId: string): Promise<AssetDoc | null>
}

const entry = (name: string, members: object = {}) => ({
  Alias: name,
  Model: `Fields.${name}`,
  tableKey: name,
  filterFlag: '1' as const,
  inputType: 'input' as const,
  ...members,
})

const MAPPING = {
  Equipment: {
    AssetName: entry('AssetName'),
    Temperature: entry('Temperature'),
    Pressure: entry('Pressure', { Model: 'Fields.Pressure.Value' }),
    Mode: entry('Mode', {
      inputType: 'select',
      Options: { auto: { alias: 'Auto' }, manual: { alias: 'Manual' } },
    }),
    Flags: entry('Flags', { inputType: 'multiple' }),
  },
  Clinician: { Status: entry('Status') },
}

/** Opens the app and stores the mapping. */
export async function openWard(clockReadings?: ClockReadings): Promise<TestWard> {
  const app = await openTestApp([createStatusService], clockReadings ? { clockReadings } : {})
  const { db } = app.parts
  await db.models.metadata.create({ _id: 'mapping', aliases: {}, types: MAPPING })
  return {
    ...app,
    push: (items, headers = app.people.key) =>
      request(app.app)
        .post('/status/api/ingest/device-status')
        .set(headers)
        .send(items as object),
    addAsset: async (members) => {
      const now = new Date()
      const tags = members.LocationTags ?? []
      const keys = tagKeysOf(tags)
      const doc: AssetDoc = {
        _id: new Types.ObjectId(),
        AssetType: 'Equipment',
        AssetStatus: 'active',
        Fields: {},
        FieldTimes: {},
        CustomTags: [],
        LocationTags: tags,
        SearchGrams: [],
        createdAt: now,
        updatedAt: now,
        ...members,
        ...(keys ? { TagKeys: keys } : {}),
      }
      await db.driver.assets.insertOne(doc)
      return doc
    },
    asset: (assetId) => db.driver.assets.findOne({ AssetId: assetId }),
  }
}

/** An ISO time some seconds ago. */
export const ago = (seconds: number): string => new Date(Date.now() - seconds * 1_000).toISOString()

/** The answer of an endpoint, with only some members said. */
export const answer = (members: object) => ({
  accepted: 0,
  duplicates: 0,
  unresolved: 0,
  refused: 0,
  errors: [],
  ...members,
})
