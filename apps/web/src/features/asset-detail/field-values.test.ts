import { describe, expect, it } from 'vitest'
import { aliasesOf } from '../../lib/metadata.ts'
import { sampleMapping, samplePump } from '../../testing/sample-assets.ts'
import { allDetails, dynamicDetails, valueText, volumeText } from './field-values.ts'

const same = (stored: string): string => stored

describe('the details of an asset', () => {
  it('list every field without a fixed position as dynamic', () => {
    const pump = samplePump()
    pump.Fields.Mappings = { Clinician: [{ AssetType: 'Clinician', AssetId: 'C1' }] }
    const labels = dynamicDetails(pump, aliasesOf(sampleMapping(), 'Equipment')).map(({ label }) => label)
    expect(labels).toEqual(['Device Status', 'Infusion Status', 'Owner'])
  })

  it('use aliases for labels and options', () => {
    const details = allDetails(samplePump(), aliasesOf(sampleMapping(), 'Equipment'))
    expect(details).toContainEqual({ label: 'Category', text: 'Large volume pump' })
    expect(details[0]).toEqual({ label: 'Asset ID', text: 'IP-0412' })
  })

  it('format any value as text', () => {
    expect(valueText(undefined, same)).toBe('--')
    expect(valueText(true, same)).toBe('Yes')
    expect(valueText(['a', 2], same)).toBe('a, 2')
    expect(valueText({ Strength: 'BAR_ONE' }, same)).toBe('BAR_ONE')
    expect(volumeText(482)).toBe('482.0 mL')
    expect(volumeText(undefined)).toBe('--')
  })
})
