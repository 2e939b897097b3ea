import postcss from 'postcss'
import { describe, expect, it } from 'vitest'
import { asMediaQuery, legacyCss, legacySelector, legacyValue } from './legacy-css.ts'

const processed = async (css: string): Promise<string> =>
  (await postcss([legacyCss()]).process(css, { from: undefined })).css
    .replaceAll(/\s+/g, ' ')
    .replaceAll('{.', '{ .')

describe('styles for older browsers', () => {
  it('use the window height where the dynamic height is unknown', () => {
    expect(legacyValue('calc(100dvh - 12px)')).toBe('calc(100vh - 12px)')
  })

  it('use the last limit of min, max and clamp, also if nested', () => {
    expect(legacyValue('min(720px, calc(100dvh - 160px))')).toBe('calc(calc(100vh - 160px))')
    expect(legacyValue('max(420px, min(64vw, 100dvh - 150px))')).toBe('calc(calc(100vh - 150px))')
    expect(legacyValue('repeat(2, minmax(0, 1fr))')).toBe('repeat(2, minmax(0, 1fr))')
  })

  it("replace queries on the content's width by queries on the window's width, which includes the menu", () => {
    expect(asMediaQuery('(min-width: 720px)')).toBe('(min-width: 1020px)')
    expect(asMediaQuery('page (max-width: 1023px)')).toBe('(max-width: 1323px)')
  })

  it('frame a card on any focus inside it, and show every focus', () => {
    expect(legacySelector('.card:focus-within:has(a:focus-visible)')).toBe('.card:focus-within')
    expect(legacySelector('a:focus-visible')).toBe('a:focus')
  })

  it('name the gap of a grid as Firefox 60 does', async () => {
    expect(await processed('.grid { display: grid; gap: 8px }')).toContain('grid-gap: 8px; gap: 8px')
  })

  it('use the main colour of a mix', () => {
    expect(legacyValue('color-mix(in srgb, var(--c-fence) 12%, transparent)')).toBe('var(--c-fence)')
  })

  it('separate flex children by margins, which an explicit margin overrides', async () => {
    const css = await processed('.row { display: flex; gap: 8px } .push { margin-left: auto }')
    expect(css).toContain('@supports not (inset: 0) { .row > * + * { margin-left: 8px')
    expect(css.indexOf('.row > * + *')).toBeLessThan(css.indexOf('.push'))
  })

  it('do so under the same media query, and vertically in a column', async () => {
    const css = await processed(
      '@media (max-width: 767px) { .list { display: flex; flex-direction: column; gap: 4px } }',
    )
    expect(css).toContain('@media (max-width: 767px) { .list > * + * { margin-top: 4px')
  })
})
