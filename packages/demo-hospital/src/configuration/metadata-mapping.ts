import { EQUIPMENT_CATEGORIES, type Pictured } from '../drawing/category-names.ts'
import { slug } from '../plans/layout-words.ts'

/** Shapes of the metadata mapping, without the store's `_id`. */
export interface MetadataOption {
  readonly alias: string
  readonly image?: string
}

export interface MetadataEntry {
  readonly Alias: string
  readonly Model: string
  readonly tableKey: string
  readonly filterFlag: '1' | '0'
  readonly icon?: string
  readonly inputType: 'input' | 'multiple' | 'select'
  readonly Options?: Readonly<Record<string, MetadataOption>>
}

export type MetadataEntries = Readonly<Record<string, MetadataEntry>>

export interface DemoMetadataMapping {
  readonly _aliases: Readonly<Record<string, string>>
  readonly Equipment: MetadataEntries
  readonly Clinician: MetadataEntries
  readonly Patient: MetadataEntries
}

/** Returns the path of a category's picture in the metadata mapping, where it is stored and served. */
export function categoryImagePath(name: Pictured): string {
  return `var/uploads/images/Metadata/${slug(name)}.png`
}

function field(
  name: string,
  alias: string,
  filterFlag: '1' | '0' = '1',
  model = `Fields.${name}`,
): MetadataEntry {
  return { Alias: alias, Model: model, tableKey: name, filterFlag, inputType: 'input' }
}

function choice(
  name: string,
  alias: string,
  options: Readonly<Record<string, MetadataOption>>,
  model = `Fields.${name}`,
): MetadataEntry {
  return { ...field(name, alias, '1', model), inputType: 'select', Options: options }
}

function words(options: Readonly<Record<string, string>>): Record<string, MetadataOption> {
  return Object.fromEntries(Object.entries(options).map(([name, alias]) => [name, { alias }]))
}

function pictured(categories: readonly string[], pictureOf: (category: string) => Pictured) {
  return Object.fromEntries(
    categories.map((name) => [name, { alias: name, image: categoryImagePath(pictureOf(name)) }]),
  )
}

function equipmentOptions(): Record<string, MetadataOption> {
  return Object.fromEntries(
    EQUIPMENT_CATEGORIES.map((name) => [name, { alias: name, image: categoryImagePath(name) }]),
  )
}

const EQUIPMENT: MetadataEntries = {
  AssetName: field('AssetName', 'Asset name'),
  SerialNo: field('SerialNo', 'Serial no'),
  PrimaryCategory: choice('PrimaryCategory', 'Primary category', equipmentOptions()),
  Status: choice('Status', 'Status', words({ 'In service': 'In service', 'Under repair': 'Under repair' })),
  WifiStrength: choice(
    'WifiStrength',
    'Wifi Strength',
    words({ BAR_ONE: 'Very weak', BAR_TWO: 'Weak', BAR_THREE: 'Fair', BAR_FOUR: 'Good', BAR_FIVE: 'Strong' }),
    'Fields.WifiStrength.Strength',
  ),
  BatteryLevel: choice(
    'BatteryLevel',
    'Battery Level',
    words({ LEVEL_1: 'Critical', LEVEL_2: 'Low', LEVEL_3: 'Medium', LEVEL_4: 'Full' }),
    'Fields.BatteryLevel.Level',
  ),
  DeviceStatus: choice(
    'DeviceStatus',
    'Connection Status',
    words({ 'comm-status-online': 'Online', 'comm-status-offline': 'Offline' }),
  ),
  InfusionStatus: choice(
    'InfusionStatus',
    'Infusion Status',
    words({ 'pump-status-infusing': 'Infusing', 'pump-status--not-infusing': 'Not infusing' }),
  ),
  VolumeInfused: field('VolumeInfused', 'Volume Infused', '0'),
  Model: field('Model', 'Model'),
  Software: field('Software', 'Software'),
  DrugLibrary: field('DrugLibrary', 'Drug library'),
  LastService: field('LastService', 'Last service', '0'),
  NextService: field('NextService', 'Next service', '0'),
  Owner: field('Owner', 'Owner'),
}

function personFields(
  picture: Pictured,
  roles: readonly string[],
  states: readonly string[],
): MetadataEntries {
  return {
    AssetName: { ...field('AssetName', 'Name'), icon: categoryImagePath(picture) },
    PrimaryCategory: choice(
      'PrimaryCategory',
      'Primary category',
      pictured(roles, () => picture),
    ),
    Status: choice('Status', 'Status', words(Object.fromEntries(states.map((state) => [state, state])))),
  }
}

/**
 * Hospital's names of types, fields and values. Options of wifi and battery are sorted from worst to best, because
 * notification rules with 'Less Than' compare by their order.
 */
export const METADATA_MAPPING: DemoMetadataMapping = {
  _aliases: { Equipment: 'Equipment', Clinician: 'Clinician', Patient: 'Patient' },
  Equipment: EQUIPMENT,
  Clinician: personFields('Clinician', ['Nurse', 'Physician', 'Porter'], ['On duty', 'On break', 'On call']),
  Patient: personFields(
    'Patient',
    ['Inpatient', 'Outpatient'],
    ['Admitted', 'In treatment', 'Awaiting discharge'],
  ),
}
