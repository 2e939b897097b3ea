import { afterEach, describe, expect, it, vi } from 'vitest'
import { tokens } from '../../ui/tokens.ts'
import { TestMap } from '../testing/test-map.ts'
import { type HeatMap, heatColour } from './heat-map.ts'
import { colourRamp } from './paint-heat.ts'

let map: TestMap | undefined
afterEach(() => map?.dispose())

const point = (x: number, y: number) => ({ x, y, weight: 1 })
const heat = (points: HeatMap['points']): HeatMap => ({ points, radiusMetres: 4, metresPerPixel: 0.05 })

/** Opens a plan of 2000 × 1000; its heat picture is 1024 wide. */
function open(): TestMap {
  map = new TestMap()
  return map
}

const pictureOf = (test: TestMap) =>
  test.canvases.find(({ width, height }) => width === 1024 && height === 512)
const callsOf = (test: TestMap, name: string) =>
  pictureOf(test)?.calls.filter((call) => call.name === name) ?? []

describe('a heat map', () => {
  it('draws one disc per point, as wide as its radius in metres is on the plan', async () => {
    const test = open()
    test.engine.setHeat(heat([point(1000, 500), point(0, 0)]))
    await vi.dynamicImportSettled()
    test.frame()
    const discs = callsOf(test, 'createRadialGradient')
    expect(discs.map(({ args }) => args)).toEqual([
      [512, 256, 0, 512, 256, 40.96],
      [0, 0, 0, 0, 0, 40.96],
    ])
    expect(callsOf(test, 'putImageData')).toHaveLength(1)
  })

  it('lies between the plan and the fences, and is only copied while the plan moves', async () => {
    const test = open()
    test.engine.setHeat(heat([point(1000, 500)]))
    await vi.dynamicImportSettled()
    test.frame()
    test.drag({ x: 500, y: 250 }, { x: 450, y: 250 })
    test.frame()
    expect(callsOf(test, 'createRadialGradient')).toHaveLength(1)
    const [below] = test.canvases
    const copies = below?.calls.filter(
      ({ name, args }) => name === 'drawImage' && args[0] === pictureOf(test),
    )
    expect(copies?.map(({ args }) => args.slice(1))).toEqual([
      [0, 0, 1000, 500],
      [-50, 0, 1000, 500],
    ])
  })

  it('paints each level in its own colour without a ramp, poor last', async () => {
    const test = open()
    test.engine.setHeat(
      heat([
        { ...point(10, 10), level: 'poor' },
        { ...point(20, 10), level: 'good' },
        { ...point(30, 10), level: 'middle' },
      ]),
    )
    await vi.dynamicImportSettled()
    test.frame()
    const places = callsOf(test, 'createRadialGradient').map(({ args }) => Number(args[0]) / 0.512)
    expect(places.map(Math.round)).toEqual([20, 30, 10])
    expect(callsOf(test, 'putImageData')).toEqual([])
    const colours = new Set(
      (['good', 'middle', 'poor'] as const).map((level) => heatColour(level, tokens.dark)),
    )
    expect(colours.size).toBe(3)
  })

  it('is painted again in the other colour scheme, and disappears when removed or when another map opens', async () => {
    const test = open()
    test.engine.setHeat(heat([point(10, 10)]))
    await vi.dynamicImportSettled()
    test.frame()
    test.engine.setTokens(tokens.dark)
    test.frame()
    const pictures = test.canvases.filter(({ width }) => width === 1024)
    expect(pictures).toHaveLength(2)
    test.engine.openMap({ width: 2000, height: 1000 })
    test.frame()
    const [below] = test.canvases
    expect(
      below?.calls.filter(({ name, args }) => name === 'drawImage' && args[0] === pictures[1]),
    ).toHaveLength(1)
  })

  it('draws no discs for weights of zero', async () => {
    const test = open()
    test.engine.setHeat(heat([{ ...point(10, 10), weight: 0 }]))
    await vi.dynamicImportSettled()
    test.frame()
    expect(callsOf(test, 'createRadialGradient')).toEqual([])
  })
})

describe('the colour ramp', () => {
  it('passes through every step, from the first to the last', () => {
    const ramp = colourRamp(['#000000', '#FF0000', '#FFFF00'])
    expect(Array.from(ramp.slice(0, 3))).toEqual([0, 0, 0])
    expect(Array.from(ramp.slice(255 * 3))).toEqual([255, 255, 0])
    expect(Array.from(ramp.slice(128 * 3, 129 * 3))).toEqual([255, 1, 0])
  })
})
