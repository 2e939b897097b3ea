import { describe, expect, test } from 'vitest'
import { messages } from '../messages.ts'
import { fenceForm, sentMember } from './fence-form.ts'

const REST = { Name: 'Drug store', MapId: 'm1', Coordinates: { x: 1, y: 2, w: 3, h: 4 } }
const Type = 'Restricted'
const AssetTypes = ['Equipment']
const FENCE = {
  ...REST,
  Type,
  AssetTypes,
  EntryTrigger: true,
  EntryTriggerWaitTime: 5,
  ExitTrigger: false,
  ExitTriggerWaitTime: 0,
}
const issuesOf = (body: unknown) =>
  fenceForm.safeParse(body).error?.issues.map(({ path, message }) => [path.join('.'), message])

describe('a geofence is parsed the same', () => {
  test.each([
    ['under the names it is stored under', FENCE],
    [
      'under the names of the form',
      {
        ...REST,
        geofenceType: Type,
        assetType: AssetTypes,
        entryTrigger: 'Yes',
        entryTriggerTime: ' 5 ',
        exitTrigger: 'No',
        exitTriggerTime: '',
      },
    ],
    ['with one asset type as a text', { ...FENCE, AssetTypes: undefined, assetType: 'Equipment' }],
    ['without the wait of a trigger that is off', { ...FENCE, ExitTriggerWaitTime: undefined }],
  ])('%s', (_how, body) => {
    expect(fenceForm.parse(body)).toEqual(FENCE)
  })

  test.each([
    ['Entry', true, false],
    ['Exit', false, true],
    ['Both', true, true],
  ])('with TriggerType %s', (TriggerType, entry, exit) => {
    const body = { ...REST, Type, AssetTypes, TriggerType, TriggerWaitTime: '7' }
    expect(fenceForm.parse(body)).toMatchObject({
      EntryTrigger: entry,
      ExitTrigger: exit,
      EntryTriggerWaitTime: 7,
      ExitTriggerWaitTime: 7,
    })
  })
})

test('stored names take precedence over those of the form', () => {
  expect(fenceForm.parse({ ...FENCE, geofenceType: 'Other', TriggerType: 'Exit' })).toEqual(FENCE)
  expect(sentMember({ geofenceType: 'x' }, 'Type')).toBe('geofenceType')
  expect(sentMember({ Type: 'x', geofenceType: 'y' }, 'Type')).toBe('Type')
  expect([sentMember({}, 'Type'), sentMember(null, 'Type'), sentMember({}, 'Name')]).toEqual([
    'Type',
    'Type',
    'Name',
  ])
})

describe('errors use the sent names', () => {
  test.each([
    [{ ...FENCE, Name: 'ab' }, [['Name', messages.geofenceName]]],
    [{ ...FENCE, Type: ' ' }, [['Type', messages.geofenceType]]],
    [{ ...FENCE, Type: undefined, geofenceType: '' }, [['geofenceType', messages.geofenceType]]],
    [{ ...FENCE, AssetTypes: [] }, [['AssetTypes', messages.assetTypeRequired]]],
    [{ ...FENCE, AssetTypes: ['Equipment', 7] }, [['AssetTypes.1', expect.any(String)]]],
    [{ ...FENCE, AssetTypes: undefined, assetType: '' }, [['assetType', messages.assetTypeRequired]]],
    [{ ...FENCE, EntryTrigger: undefined }, [['EntryTrigger', messages.fieldRequired]]],
    [{ ...FENCE, EntryTrigger: undefined, entryTrigger: 'yes' }, [['entryTrigger', messages.fieldRequired]]],
    [{ ...REST, Type, AssetTypes, TriggerType: 'Never' }, [['TriggerType', messages.fieldRequired]]],
    [{ ...FENCE, EntryTriggerWaitTime: 10_081 }, [['EntryTriggerWaitTime', messages.waitRule]]],
    [{ ...FENCE, EntryTriggerWaitTime: 1.5 }, [['EntryTriggerWaitTime', messages.waitRule]]],
    [{ ...FENCE, EntryTriggerWaitTime: -1 }, [['EntryTriggerWaitTime', messages.waitRule]]],
    [
      { ...FENCE, ExitTriggerWaitTime: undefined, exitTriggerTime: '1e3' },
      [['exitTriggerTime', messages.waitRule]],
    ],
    [
      { ...REST, Type, AssetTypes, TriggerType: 'Both', TriggerWaitTime: 'soon' },
      [['TriggerWaitTime', messages.waitRule]],
    ],
    [{ ...FENCE, Coordinates: undefined }, [['Coordinates', messages.noFenceMarked]]],
    [{ ...FENCE, Coordinates: { x: '1', y: 2, w: 3, h: 4 } }, [['Coordinates.x', messages.noFenceMarked]]],
    [{ ...FENCE, Enabled: 'yes' }, [['Enabled', expect.any(String)]]],
  ])('%#', (body, issues) => {
    expect(issuesOf(body)).toEqual(issues)
  })

  test('for all missing members together', () => {
    expect(issuesOf({})?.map(([path]) => path)).toEqual([
      'Name',
      'Type',
      'AssetTypes',
      'MapId',
      'Coordinates',
      'EntryTrigger',
      'ExitTrigger',
    ])
    expect(fenceForm.safeParse(null).success).toBe(false)
    expect(fenceForm.safeParse([]).success).toBe(false)
  })
})

test.each([
  ['Name', { ...FENCE, Name: 'Drug\u0000store' }],
  ['Name', { ...FENCE, Name: 'Drug\nstore' }],
  ['Type', { ...FENCE, Type: 'Safe\u001b' }],
])('%s refuses characters that are invisible in a list or a log', (member, body) => {
  expect(issuesOf(body)).toEqual([[member, 'Control characters are not allowed.']])
})
