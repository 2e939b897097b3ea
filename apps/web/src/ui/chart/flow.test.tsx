import { describe, expect, it } from 'vitest'
import { tokens } from '../tokens.ts'
import { flowOptions } from './flow-canvas.tsx'
import { type Flow, mainFlows } from './flow-figures.ts'

const flow = (from: string, to: string, count = 1): Flow => ({ from, to, count })

describe('flows between places', () => {
  it('are added up, the largest first', () => {
    expect(mainFlows([flow('A', 'B'), flow('B', 'A', 4), flow('A', 'B', 2)], 5, 'other')).toEqual([
      flow('B', 'A', 4),
      flow('A', 'B', 3),
    ])
  })

  it('keep the places with the largest flows of each side, and combine the others', () => {
    const flows = [flow('A', 'X', 5), flow('B', 'X', 3), flow('C', 'Y', 2), flow('D', 'Z', 1)]
    const main = mainFlows(flows, 2, 'other')
    expect(main).toEqual([
      flow('A', 'X', 5),
      flow('B', 'X', 3),
      flow('other', 'Y', 2),
      flow('other', 'other', 1),
    ])
    expect(main.reduce((sum, { count }) => sum + count, 0)).toBe(11)
  })

  it('are drawn from left to right, even if a place is origin and destination', () => {
    const figures = {
      titles: ['From', 'To', 'Moves'],
      flows: [flow('A', 'B', 2), flow('B', 'A', 1)],
      nameOf: (place: string) => `Place ${place}`,
    } as const
    const { series } = flowOptions(figures, tokens.light, 100, 'Inter') as {
      series: [{ data: { name: string }[]; links: { source: string; target: string; value: number }[] }]
    }
    const names = series[0].data.map(({ name }) => name)
    expect(new Set(names).size).toBe(4)
    for (const { source, target } of series[0].links) {
      expect(source.startsWith('from ')).toBe(true)
      expect(target.startsWith('to ')).toBe(true)
    }
    expect(series[0].links.map(({ value }) => value)).toEqual([2, 1])
  })
})
