import type { AssetDoc } from '@wardtrack/database'
import type { ClockReadings } from '@wardtrack/service-kit'
import { openTestApp, storeAsset, type TestApp } from '@wardtrack/test-kit'
import request from 'supertest'
import { createStatusService } from '../index.ts'

export { ago, answer } from '@wardtrack/test-kit'

/** A test app with a metadata mapping that names a few fields beyond the standard ones. */
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
    addAsset: (members) => storeAsset(db, members),
    asset: (assetId) => db.driver.assets.findOne({ AssetId: assetId }),
  }
}
