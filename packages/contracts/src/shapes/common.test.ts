import { expect, test } from 'vitest'
import { z } from 'zod'
import { assetItem, locationItem } from './ingestion.ts'

const messagesOf = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)

test('an invalid value is reported in plain words, without the value', () => {
  expect(messagesOf(assetItem, {})).toEqual(['AssetType: This is needed.', 'AssetId: This is needed.'])
  expect(
    messagesOf(assetItem, {
      AssetType: 'Equipment',
      AssetId: 'x'.repeat(129),
      BatteryLevel: 'LEVEL_9',
      VolumeInfused: -1,
      CustomTags: 'none',
    }),
  ).toEqual([
    'AssetId: At most 128 characters.',
    'BatteryLevel: One of these is needed: LEVEL_1, LEVEL_2, LEVEL_3, LEVEL_4.',
    'VolumeInfused: At least 0.',
    'CustomTags: A list is needed.',
  ])
  expect(messagesOf(locationItem, { tagId: 't', provider: 'a b', monitorId: 7 })).toEqual([
    'provider: The format is not valid.',
    'monitorId: A text is needed.',
  ])
  expect(messagesOf(locationItem, [])).toEqual([': An object is needed.'])
})

test('a message of the schema takes precedence', () => {
  expect(messagesOf(assetItem, { AssetType: 'E', AssetId: 'a\u0000b' })).toEqual([
    'AssetId: Control characters are not allowed.',
  ])
})
