import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assetDetailHref, assetDetailPath, readMatrix } from './matrix-url.ts'

describe('matrix addresses', () => {
  it('contain the page and its parameters', () => {
    expect(readMatrix('/asset-detail;type=Equipment;id=IP-0412')).toEqual({
      page: 'asset-detail',
      parameters: { type: 'Equipment', id: 'IP-0412' },
    })
    expect(assetDetailHref('Equipment', 'IP-0412')).toBe('#/asset-detail;type=Equipment;id=IP-0412')
  })

  it('keep an encoded semicolon, equals sign and slash inside an id', () => {
    const path = assetDetailPath('Equipment', 'a;b=c/d')
    expect(readMatrix(path).parameters.id).toBe('a;b=c/d')
  })

  it('accept broken percent signs and pairs without a value', () => {
    expect(readMatrix('/asset-detail;id=100%;x;=y').parameters).toEqual({ id: '100%' })
  })

  it('return the type and id they were created from', () => {
    const id = fc.string({ unit: 'grapheme', minLength: 1 })
    fc.assert(
      fc.property(id, id, (type, assetId) => {
        expect(readMatrix(assetDetailPath(type, assetId)).parameters).toEqual({ type, id: assetId })
      }),
    )
  })
})
