import { messages } from '@wardtrack/contracts/messages'
import { describe, expect, it } from 'vitest'
import { bodyOf, draftOf, draftPart, emptyDraft, errorsOf, switchedBody } from './fence-draft.ts'
import { sampleFence } from './testing/sample-fence.ts'

const area = { x: 10, y: 20, w: 30, h: 40, x2: 40, y2: 60 }
const whole = draftOf(sampleFence())

describe('the form of a geofence', () => {
  it('requires every mandatory field with the exact messages', () => {
    expect(errorsOf(emptyDraft)).toEqual({
      name: 'Geofence Name is required',
      type: 'Geofence Type is required',
      assetTypes: 'Asset Type is required',
      entry: 'This field is required',
      exit: 'This field is required',
    })
  })

  it('accepts a name of three characters that are not only spaces', () => {
    expect(errorsOf({ ...whole, name: ' ab ' })).toEqual({ name: 'Geofence Name is required' })
    expect(errorsOf({ ...whole, name: 'abc' })).toEqual({})
  })

  it('refuses a wait of more than a week only if it would be used', () => {
    expect(errorsOf({ ...whole, exit: 'Yes', exitWait: '10081' })).toEqual({ exitWait: messages.waitRule })
    expect(errorsOf({ ...whole, exit: 'Yes', exitWait: '10080' })).toEqual({})
    expect(errorsOf({ ...whole, exit: 'No', exitWait: '10081' })).toEqual({})
  })

  it('sends a wait only if its trigger is Yes, otherwise 0, and all six coordinates', () => {
    const draft = {
      ...whole,
      name: ' Pump bay ',
      entry: 'No',
      entryWait: '7',
      exit: 'Yes',
      exitWait: '',
    } as const
    expect(bodyOf(draft, area, 'm3', true)).toMatchObject({
      Name: 'Pump bay',
      MapId: 'm3',
      Coordinates: { x: 10, y: 20, w: 30, h: 40, x2: 40, y2: 60 },
      EntryTrigger: false,
      EntryTriggerWaitTime: 0,
      ExitTrigger: true,
      ExitTriggerWaitTime: 0,
      Enabled: true,
    })
  })

  it('stores a geofence that is switched off with its other values unchanged', () => {
    const fence = sampleFence()
    const { _id, __v, createdAt, updatedAt, ...stored } = fence
    expect([_id, __v, createdAt, updatedAt]).toHaveLength(4)
    expect(switchedBody(fence, false)).toEqual({ ...stored, Enabled: false })
  })

  it('stores a geofence that is switched off with its shape unchanged', () => {
    const points = [
      { x: 10, y: 20 },
      { x: 40, y: 20 },
      { x: 10, y: 60 },
    ]
    const box = { x: 10, y: 20, x2: 40, y2: 60, w: 30, h: 40 }
    const bent = { ...sampleFence(), Coordinates: { ...box, shape: 'polygon' as const, points } }
    expect(switchedBody(bent, false)).toMatchObject({ Coordinates: { shape: 'polygon', points } })
    const circle = { shape: 'circle' as const, centre: { x: 25, y: 40 }, radius: 15 }
    const round = { ...sampleFence(), Coordinates: { x: 10, y: 25, x2: 40, y2: 55, w: 30, h: 30, ...circle } }
    expect(switchedBody(round, false)).toMatchObject({ Coordinates: circle })
  })

  it("shows the server's errors at the fields they concern", () => {
    const paths = ['Name', 'AssetTypes.0', 'MapId']
    expect(paths.map(draftPart)).toEqual(['name', 'assetTypes', undefined])
  })
})
