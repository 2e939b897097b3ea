import type { EquipmentCategory } from '../drawing/category-names.ts'

/** Names, numbers and properties of one category. All makes are invented. */
export interface CatalogueEntry {
  readonly category: EquipmentCategory
  readonly name: string
  readonly idPrefix: string
  readonly serialPrefix: string
  readonly serialBase: number
  readonly firstNumber: number
  /** Number among the first 400 pieces; larger hospitals keep the same ratio. */
  readonly share: number
  readonly models: readonly string[]
  readonly software: readonly string[]
  readonly drugLibraries: readonly string[]
  readonly owner: string
  /** True for equipment with a battery that reports its state over wifi. */
  readonly powered: boolean
  readonly infuses: boolean
}

const PUMP = { owner: 'Biomedical Engineering', powered: true, infuses: true } as const
const DEVICE = { owner: 'Biomedical Engineering', powered: true, infuses: false, drugLibraries: [] } as const
const PORTERED = { owner: 'Patient Transport', powered: false, infuses: false, drugLibraries: [] } as const

export const CATALOGUE: readonly CatalogueEntry[] = [
  {
    ...PUMP,
    category: 'Large volume pump',
    name: 'Infusion Pump',
    idPrefix: 'IP',
    serialPrefix: 'LVP',
    serialBase: 84000,
    firstNumber: 291,
    share: 150,
    models: ['LVP 360', 'LVP 360', 'LVP 340'],
    software: ['9.33', '9.33', '9.31'],
    drugLibraries: ['Adult critical care v41', 'General adult v38', 'Maternity v12'],
  },
  {
    ...PUMP,
    category: 'PCA pump',
    name: 'PCA Pump',
    idPrefix: 'PCA',
    serialPrefix: 'PCA',
    serialBase: 30000,
    firstNumber: 40,
    share: 40,
    models: ['PCA 20'],
    software: ['4.12', '4.10'],
    drugLibraries: ['Pain service v9'],
  },
  {
    ...PUMP,
    category: 'Syringe pump',
    name: 'Syringe Pump',
    idPrefix: 'SYR',
    serialPrefix: 'SYR',
    serialBase: 10000,
    firstNumber: 100,
    share: 50,
    models: ['SP 80', 'SP 70'],
    software: ['6.04', '5.98'],
    drugLibraries: ['Adult critical care v41', 'Neonatal v17'],
  },
  {
    ...DEVICE,
    category: 'Ventilator',
    name: 'Ventilator',
    idPrefix: 'VEN',
    serialPrefix: 'VEN',
    serialBase: 4000,
    firstNumber: 10,
    share: 20,
    models: ['VX 5', 'VX 5 Neo'],
    software: ['3.2.1'],
  },
  {
    ...DEVICE,
    category: 'Patient monitor',
    name: 'Patient Monitor',
    idPrefix: 'MON',
    serialPrefix: 'MON',
    serialBase: 52000,
    firstNumber: 200,
    share: 40,
    models: ['M 12', 'M 8'],
    software: ['11.4', '11.2'],
  },
  {
    ...PORTERED,
    category: 'Wheelchair',
    name: 'Wheelchair',
    idPrefix: 'WC',
    serialPrefix: 'WCH',
    serialBase: 700,
    firstNumber: 1,
    share: 35,
    models: ['Transit 18', 'Transit 22'],
    software: [],
  },
  {
    ...PORTERED,
    category: 'Bed',
    name: 'Bed',
    idPrefix: 'BED',
    serialPrefix: 'BED',
    serialBase: 12000,
    firstNumber: 301,
    share: 40,
    models: ['Care 600', 'Care 400'],
    software: [],
  },
  {
    ...DEVICE,
    category: 'Ultrasound',
    name: 'Ultrasound',
    idPrefix: 'US',
    serialPrefix: 'USD',
    serialBase: 900,
    firstNumber: 11,
    share: 10,
    models: ['Sono 7', 'Sono Point'],
    software: ['2.8'],
  },
  {
    ...DEVICE,
    category: 'Defibrillator',
    name: 'Defibrillator',
    idPrefix: 'DEF',
    serialPrefix: 'DEF',
    serialBase: 3300,
    firstNumber: 21,
    share: 15,
    models: ['Pulse D', 'Pulse D2'],
    software: ['7.1'],
  },
]

export const PIECES_IN_CATALOGUE = CATALOGUE.reduce((sum, entry) => sum + entry.share, 0)

export function catalogueEntry(category: string): CatalogueEntry | undefined {
  return CATALOGUE.find((entry) => entry.category === category)
}
