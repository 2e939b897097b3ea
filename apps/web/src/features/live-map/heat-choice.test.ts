import { describe, expect, it } from 'vitest'
import { heatOf, levelOf } from './heat-choice.ts'
import { samplePointer } from './testing/sample-pointers.ts'

const withStates = (Battery: string | undefined, WiFi?: string) => {
  const { Battery: _, WiFi: __, ...pointer } = samplePointer('a')
  return { ...pointer, ...(Battery ? { Battery } : {}), ...(WiFi ? { WiFi } : {}) }
}

describe('the heat of the assets on a map', () => {
  it('groups batteries as full, medium and critical', () => {
    const levels = ['LEVEL_4', 'LEVEL_3', 'LEVEL_2', 'LEVEL_1', 'OTHER', undefined].map((stored) =>
      levelOf(withStates(stored), 'battery'),
    )
    expect(levels).toEqual(['good', 'middle', 'middle', 'poor', undefined, undefined])
  })

  it('groups connections as good, fair and weak', () => {
    const levels = ['BAR_FIVE', 'BAR_FOUR', 'BAR_THREE', 'BAR_TWO', 'BAR_ONE', undefined].map((stored) =>
      levelOf(withStates('LEVEL_4', stored), 'wifi'),
    )
    expect(levels).toEqual(['good', 'good', 'middle', 'poor', 'poor', undefined])
  })

  it('is at the positions of assets, in the scale of the plan; assets without position or reading have none', () => {
    const pointers = [
      samplePointer('a', { xCenterPoint: 10, yCenterPoint: 20 }),
      samplePointer('b', { xCenterPoint: null, yCenterPoint: null }),
      { ...withStates(undefined), AssetId: 'c' },
    ]
    expect(heatOf('density', pointers, 0.04)).toEqual({
      points: [
        { x: 10, y: 20, weight: 1 },
        { x: 800, y: 500, weight: 1 },
      ],
      radiusMetres: 5,
      metresPerPixel: 0.04,
    })
    expect(heatOf('battery', pointers, 0.04).points).toEqual([{ x: 10, y: 20, weight: 1, level: 'good' }])
  })
})
