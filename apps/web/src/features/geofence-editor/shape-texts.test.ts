import { afterEach, expect, it } from 'vitest'
import { chooseLanguage } from '../../lib/i18n/i18n.ts'
import { sizeText } from './shape-texts.ts'

afterEach(() => chooseLanguage('en-GB'))

const rect = { x: 400, y: 200, width: 400, height: 200 }

it('formats the size of a rectangle in metres if the scale is known, else in pixels', () => {
  expect(sizeText(rect, undefined)).toBe('400 px × 200 px')
  expect(sizeText(rect, { x: 0.03, y: 0.044 })).toBe('12.0 m × 8.8 m')
  expect(sizeText(rect, { x: 1, y: 1 })).toBe('400.0 m × 200.0 m')
})

it('formats numbers in the chosen language', async () => {
  await chooseLanguage('de')
  expect(sizeText(rect, { x: 0.03, y: 0.044 })).toBe('12,0 m × 8,8 m')
  await chooseLanguage('es')
  expect(sizeText(rect, { x: 3.5, y: 0.044 })).toBe('1400,0 m × 8,8 m')
})
