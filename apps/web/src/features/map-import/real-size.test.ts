import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isPlanFormat } from './image-file.ts'
import { distortion, metresOf, type SizeTexts, sizesFromInput, sizesFromRuler } from './real-size.ts'

const image = { width: 2000, height: 1000 }
const empty: SizeTexts = { x: '', y: '', square: true }

describe('the real size of a plan', () => {
  it('accepts both decimal separators, and refuses impossible lengths', () => {
    expect(['62.62', ' 62,62 ', '0.1'].map(metresOf)).toEqual([62.62, 62.62, 0.1])
    expect(['', ' ', '0', '-4', 'ten', '1e9', '0.05'].map(metresOf)).toEqual(Array(7).fill(undefined))
  })

  it('derives the other side from one while the scale is the same in both directions', () => {
    expect(sizesFromInput(empty, 'x', '50', image)).toEqual({ x: '50', y: '25', square: true })
    expect(sizesFromInput(empty, 'y', '12,5', image)).toEqual({ x: '25', y: '12,5', square: true })
    expect(sizesFromInput({ ...empty, square: false }, 'x', '50', image).y).toBe('')
    expect(sizesFromInput(empty, 'x', 'fifty', image)).toEqual({ x: 'fifty', y: '', square: true })
  })

  it('follows from a line of known length, in both directions', () => {
    expect(sizesFromRuler(empty, 400, 10, image)).toEqual({ x: '50', y: '25', square: true })
  })

  it('equals the length of a line that is as long as the plan', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 16, max: 10_000 }),
        fc.integer({ min: 16, max: 10_000 }),
        fc.integer({ min: 1, max: 500 }),
        (width, height, metres) => {
          const texts = sizesFromRuler(empty, width, metres, { width, height })
          expect(Number(texts.x)).toBeCloseTo(metres, 1)
          expect(Number(texts.y) / metres).toBeCloseTo(height / width, 1)
        },
      ),
    )
  })

  it('has a distortion if a metre differs across and down', () => {
    expect(distortion(50, 25, image)).toBe(0)
    expect(distortion(50, 50, image)).toBe(0.5)
  })
})

describe('the bytes of an image', () => {
  const bytes = (...values: number[]) => Uint8Array.from(values)
  const text = (value: string) => new TextEncoder().encode(value)
  it('identify JPEG, PNG and WebP', () => {
    expect(isPlanFormat(bytes(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0))).toBe(true)
    expect(isPlanFormat(bytes(0xff, 0xd8, 0xff, 0xe0))).toBe(true)
    expect(isPlanFormat(text('RIFF0000WEBPVP8 '))).toBe(true)
    for (const measured of [
      text('GIF89a'),
      text('<svg xmlns='),
      text('RIFF0000WAVE'),
      bytes(),
      bytes(0xff, 0xd8),
    ])
      expect(isPlanFormat(measured)).toBe(false)
  })
})
