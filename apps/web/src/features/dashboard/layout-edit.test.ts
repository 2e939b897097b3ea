import type { PlacedTile } from '@wardtrack/contracts'
import { describe, expect, it } from 'vitest'
import { beginEdit, editLayout, type LayoutEdit } from './layout-edit.ts'

const counts: PlacedTile = { tile: 'device-counts', size: 'medium' }
const alerts: PlacedTile = { tile: 'open-alerts', size: 'small' }
const fences: PlacedTile = { tile: 'fence-status', size: 'large' }
const begun = beginEdit([counts, alerts, fences])
const namesOf = ({ tiles }: LayoutEdit): string[] => tiles.map(({ tile }) => tile)

describe('editing a layout', () => {
  it('moves a tile to a position, never past the ends', () => {
    const moved = (key: string, to: number) => namesOf(editLayout(begun, { kind: 'move', key, to }))
    expect(moved('fence-status', 0)).toEqual(['fence-status', 'device-counts', 'open-alerts'])
    expect(moved('device-counts', 1)).toEqual(['open-alerts', 'device-counts', 'fence-status'])
    expect(moved('device-counts', 99)).toEqual(['open-alerts', 'fence-status', 'device-counts'])
    expect(moved('fence-status', -1)).toEqual(['fence-status', 'device-counts', 'open-alerts'])
  })

  it('undoes changes one by one', () => {
    const smaller = editLayout(begun, { kind: 'resize', key: 'fence-status', size: 'small' })
    const fewer = editLayout(smaller, { kind: 'remove', key: 'open-alerts' })
    expect(fewer.tiles).toEqual([counts, { ...fences, size: 'small' }])
    const undone = editLayout(fewer, { kind: 'undo' })
    expect(undone.tiles).toEqual([counts, alerts, { ...fences, size: 'small' }])
    expect(editLayout(undone, { kind: 'undo' })).toEqual(begun)
    expect(editLayout(begun, { kind: 'undo' })).toBe(begun)
  })

  it('records no step without a change', () => {
    for (const change of [
      { kind: 'add', tile: { ...alerts, size: 'large' } },
      { kind: 'remove', key: 'wifi-levels' },
      { kind: 'move', key: 'open-alerts', to: 1 },
      { kind: 'resize', key: 'open-alerts', size: 'small' },
    ] as const)
      expect(editLayout(begun, change)).toBe(begun)
  })

  it('allows several custom reports, and limits the number of tiles', () => {
    const report = (reportId: string) => ({ tile: 'custom-report', size: 'small', reportId }) as const
    let edit = begun
    for (let n = 0; n < 30; n += 1) edit = editLayout(edit, { kind: 'add', tile: report(`r${n}`) })
    expect(edit.tiles).toHaveLength(24)
    expect(editLayout(edit, { kind: 'remove', key: 'custom-report/r3' }).tiles).toHaveLength(23)
  })
})
