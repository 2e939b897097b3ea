import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { overlaps } from '../plans/geometry.ts'
import { floorPlans } from '../plans/index.ts'
import { PICTURED } from './category-names.ts'
import { textPath, textWidth } from './lettering.ts'
import { placedLabels, renderCategoryImage, renderPlan } from './render.ts'

describe('labels', () => {
  it.each(floorPlans().map((plan) => [plan.mapId, plan] as const))('all fit on %s', (_id, plan) => {
    const level = plan.levels[0]
    if (!level) throw new Error('no level')
    const placed = placedLabels(level)
    const named = placed.map((label) => label.room)
    expect(level.drawing.labels.map((wish) => wish.room).filter((room) => !named.includes(room))).toEqual([])
    for (const label of placed) {
      const wish = level.drawing.labels.find((candidate) => candidate.room === label.room)
      if (!wish) throw new Error('label without wish')
      const { area } = wish
      expect(label.x).toBeGreaterThan(area.x)
      expect(label.y).toBeGreaterThan(area.y)
      expect(label.x + label.w).toBeLessThan(area.x + area.w)
      expect(label.y + label.h).toBeLessThan(area.y + area.h)
      for (const line of label.lines) expect(textWidth(line, label.size)).toBeLessThanOrEqual(label.w + 0.01)
      for (const obstacle of wish.obstacles) expect(overlaps(label, obstacle)).toBe(false)
    }
  })

  it('do not overlap', () => {
    for (const plan of floorPlans()) {
      const level = plan.levels[0]
      const placed = level ? placedLabels(level) : []
      const clashes = placed.flatMap((a, i) => placed.slice(i + 1).filter((b) => overlaps(a, b)))
      expect(clashes).toEqual([])
    }
  })

  it('become outlines, so that no font needs to be installed', () => {
    expect(textPath('3.07', 10, 20, 19)).toMatch(/^M/)
    expect(textWidth('Equipment store', 18)).toBeGreaterThan(textWidth('Store', 18))
  })
})

describe('images', () => {
  it('include a floor as a light JPEG of the plan’s size', async () => {
    const plan = floorPlans()[2]
    if (!plan) throw new Error('no plan')
    const image = await renderPlan(plan)
    expect(await sharp(image).metadata()).toMatchObject({ format: 'jpeg', width: 1600, height: 1000 })
    const { channels } = await sharp(image).stats()
    for (const channel of channels) expect(channel.mean).toBeGreaterThan(215)
    expect(image.byteLength).toBeLessThan(500_000)
  })

  it.each(PICTURED)('include %s as a small transparent PNG', async (name) => {
    const image = await renderCategoryImage(name)
    expect(await sharp(image).metadata()).toMatchObject({
      format: 'png',
      width: 256,
      height: 256,
      hasAlpha: true,
    })
    const { channels } = await sharp(image).stats()
    expect(channels[3]?.min).toBe(0)
    expect(channels[3]?.max).toBe(255)
  })
})
