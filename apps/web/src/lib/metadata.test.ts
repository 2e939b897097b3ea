import type { MetaMapping } from '@wardtrack/contracts'
import { afterEach, describe, expect, it } from 'vitest'
import { chooseLanguage } from './i18n/i18n.ts'
import { aliasesOf, typeName } from './metadata.ts'

const field = (Alias: string, options: Record<string, string> = {}) => ({
  Alias,
  Options: Object.fromEntries(Object.entries(options).map(([stored, alias]) => [stored, { alias }])),
})
const mapping = {
  _id: 'mapping',
  _aliases: { Equipment: 'Equipment' },
  Equipment: {
    AssetName: field('Asset Name'),
    SerialNo: field('Inventory number'),
    BatteryLevel: field('Battery level', { LEVEL_1: 'Critical', LEVEL_2: 'Charge now' }),
  },
} as unknown as MetaMapping

describe('the names of the metadata mapping', () => {
  afterEach(() => chooseLanguage('en-GB'))

  it('are translated if unchanged, and kept if the hospital changed them', async () => {
    const names = () => {
      const { field: nameOf, option, type } = aliasesOf(mapping, 'Equipment')
      const options = [option('BatteryLevel', 'LEVEL_1'), option('BatteryLevel', 'LEVEL_2')]
      return [
        type,
        nameOf('AssetName'),
        nameOf('SerialNo'),
        nameOf('BatteryLevel'),
        ...options,
        nameOf('BedType'),
      ]
    }
    expect(names()).toEqual([
      'Equipment',
      'Asset Name',
      'Inventory number',
      'Battery level',
      'Critical',
      'Charge now',
      'Bed Type',
    ])
    await chooseLanguage('de')
    expect(names()).toEqual([
      'Geräte',
      'Objektname',
      'Inventory number',
      'Akkustand',
      'Kritisch',
      'Charge now',
      'Bed Type',
    ])
    await chooseLanguage('es')
    expect(names()[1]).toBe('Nombre del activo')
  })

  it('include types, and a type without a name is shown as stored', async () => {
    await chooseLanguage('de')
    const named = { _aliases: { Equipment: 'Equipment', Clinician: 'Doctors' } }
    expect(['Equipment', 'Clinician', 'Bed'].map((type) => typeName(named, type))).toEqual([
      'Geräte',
      'Doctors',
      'Bed',
    ])
    expect(typeName(undefined, 'Equipment')).toBe('Equipment')
  })
})
