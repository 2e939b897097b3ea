import { describe, expect, test } from 'vitest'
import { newPassword } from '../calls/session.ts'
import { assetType, externalId, pageSize } from './common.ts'
import { assetItem, hierarchyItem, locationItem, statusItem } from './ingestion.ts'

const takes = (schema: { safeParse(value: unknown): { success: boolean } }, value: unknown) =>
  schema.safeParse(value).success

describe('names and ids', () => {
  test.each([
    [externalId, ' A-1 ', true],
    [externalId, 'äöü 漢字', true],
    [externalId, '', false],
    [externalId, 'a\u0000b', false],
    [externalId, 'a\nb', false],
    [externalId, 'x'.repeat(129), false],
    [externalId, 7, false],
    [assetType, 'Equipment', true],
    [assetType, '__proto__', false],
    [assetType, '$where', false],
    [assetType, 'a.b', false],
    [assetType, 'x'.repeat(51), false],
    [pageSize(9), 500, true],
    [pageSize(9), '7', true],
    [pageSize(9), 501, false],
    [pageSize(9), 0, false],
    [pageSize(9), 'Infinity', false],
  ] as const)('%# parses %j', (schema, value, expected) => {
    expect(takes(schema, value)).toBe(expected)
  })
})

describe('a new password', () => {
  test.each([
    ['twelve bytes', true],
    ['eleven byte', false],
    ['ünser längst', true],
    ['ünser längs', false],
    ['bright corridor lamp beside an eleventh quiet window opens to visitors a', true],
    ['bright corridor lamp beside an eleventh quiet window opens to visitors as', false],
    ['äöüßéèêëîïôûçàâñùœœùñâàçûôïîëêèéßüöä', true],
    ['äöüßéèêëîïôûçàâñùœœùñâàçûôïîëêèéßüöää', false],
    [' leading blank', false],
    ['two  blanks here', false],
    ['tab\tin the middle', false],
  ])('%j: %s', (value, expected) => {
    expect(takes(newPassword, value)).toBe(expected)
  })
})

describe('ingestion items', () => {
  const subject = { AssetType: 'Equipment', AssetId: 'a' }
  test.each([
    [{ ...subject, mapId: 'm', x: 1, y: 2 }, true],
    [{ tagId: 't', hierarchyId: 'h' }, true],
    [{ tagId: 't', monitorId: 'h', time: '2026-01-01T00:00:00+02:00' }, true],
    [{ ...subject, mapId: 'm' }, false],
    [{ ...subject, mapId: 'm', x: 1 }, false],
    [{ ...subject, mapId: 'm', hierarchyId: 'h', x: 1, y: 2 }, false],
    [{ ...subject }, false],
    [{ AssetId: 'a', mapId: 'm', x: 1, y: 2 }, false],
    [{ ...subject, mapId: 'm', x: '1', y: 2 }, false],
    [{ ...subject, mapId: 'm', x: Number.NaN, y: 2 }, false],
    [{ ...subject, mapId: 'm', x: Number.POSITIVE_INFINITY, y: 2 }, false],
    [{ ...subject, mapId: 'm', x: 1, y: 2, time: '2026-01-01T00:00:00' }, false],
    [{ ...subject, mapId: 'm', x: 1, y: 2, time: 'now' }, false],
    [{ ...subject, mapId: 'm', x: 1, y: 2, unit: 'ft' }, false],
  ])('location %j: %s', (item, expected) => {
    expect(takes(locationItem, item)).toBe(expected)
  })

  test.each([
    [{ deviceId: 'd', BatteryLevel: 'LEVEL_1' }, true],
    [{ ...subject, VolumeInfused: 0 }, true],
    [{ BatteryLevel: 'LEVEL_1' }, false],
    [{ deviceId: 'd', BatteryLevel: 'LEVEL_9' }, false],
    [{ deviceId: 'd', VolumeInfused: -1 }, false],
  ])('state %j: %s', (item, expected) => {
    expect(takes(statusItem, item)).toBe(expected)
  })

  test.each([
    [{ hierarchyId: 'h', fullName: ['Site'] }, true],
    [{ hierarchyId: 'h', fullName: [] }, false],
    [{ hierarchyId: 'h', fullName: Array(21).fill('x') }, false],
    [{ hierarchyId: 'h', fullName: ['Site'], mapId: '../x' }, false],
    [{ hierarchyId: 'h', fullName: ['Site'], map: { xDimension: 0 } }, false],
  ])('place %j: %s', (item, expected) => {
    expect(takes(hierarchyItem, item)).toBe(expected)
  })

  test('an asset keeps members outside its schema, and its tags get a provider in lower case', () => {
    const read = assetItem.parse({ ...subject, Ward: 3, LocationTags: [{ Provider: ' Cisco ', TagId: 'T' }] })
    expect(read).toMatchObject({
      Ward: 3,
      LocationTags: [{ Provider: 'cisco', TagId: 'T', IsPrimary: false }],
    })
  })
})
