import { type MetaEntry, messages, type StatusItem, visibleText } from '@wardtrack/contracts'
import { type ItemRefusal, isRefusal, type MetadataMapping, refuseItem } from '@wardtrack/ingestion'

/** Values that a device reports, in the form of the asset's `Fields`, by metadata name. */
export type DeviceState = {
  fields: Record<string, unknown>
  alarm?: { code: string; text: string; priority?: string }
  /** for states that no device sent: the begin or the end of a silence */
  silence?: 'begin' | 'end'
  /** location and battery level of the asset, for events that notify people */
  circumstances?: { Location: string; Battery: string }
}

/** Members of an item that are not fields. */
const NON_FIELD_MEMBERS = new Set([
  'AssetType',
  'AssetId',
  'tagId',
  'provider',
  'time',
  'eventId',
  'deviceId',
  'alarm',
])
const KNOWN_FIELDS = new Set([
  'WifiStrength',
  'BatteryLevel',
  'DeviceStatus',
  'InfusionStatus',
  'VolumeInfused',
])
/** Members that identify an asset; they arrive with the asset, not with its state. */
const IDENTITY_FIELDS = new Set(['AssetName', 'SerialNo', 'PrimaryCategory', 'Mappings'])
const MAX_TEXT = 500
const MAX_LIST = 50

/** Returns the names of the fields in an item. */
export const fieldNames = (item: StatusItem): string[] =>
  Object.keys(item).filter((name) => !NON_FIELD_MEMBERS.has(name) && item[name] !== undefined)

/** Reads the fields of an item. The metadata mapping must name all fields beyond the five standard ones. */
export function readState(item: StatusItem, mapping: MetadataMapping): DeviceState | ItemRefusal {
  const fields: Record<string, unknown> = {}
  for (const name of fieldNames(item)) {
    const value = KNOWN_FIELDS.has(name) ? knownValue(name, item[name]) : mappedValue(name, item, mapping)
    if (isRefusal(value)) return value
    fields[name] = value
  }
  if (Object.keys(fields).length === 0 && !item.alarm)
    return refuseItem('', 'validation', 'Send a state or an alarm.')
  return { fields, ...(item.alarm ? { alarm: alarmOf(item.alarm) } : {}) }
}

const alarmOf = ({ code, text, priority }: NonNullable<StatusItem['alarm']>) => ({
  code,
  text,
  ...(priority === undefined ? {} : { priority }),
})

function knownValue(name: string, value: unknown): unknown {
  if (name === 'WifiStrength') return { Strength: value }
  if (name === 'BatteryLevel') return { Level: value }
  return value
}

function mappedValue(name: string, item: StatusItem, mapping: MetadataMapping): unknown {
  const entry = IDENTITY_FIELDS.has(name) ? undefined : entryOf(name, item, mapping)
  if (!entry) return refuseItem(name, 'validation', messages.fieldNotMapped)
  const value = item[name]
  const { Options: options } = entry
  if (!isPlain(value, entry)) return refuseItem(name, 'validation', 'Use a text, a number or a boolean.')
  const values = Array.isArray(value) ? value : [value]
  if (options && !values.every((type) => typeof type === 'string' && Object.hasOwn(options, type)))
    return refuseItem(name, 'validation', 'This is not one of the options.')
  // A model one level deeper, such as that of WifiStrength, is stored in the shape that filters expect.
  const parent = `Fields.${name}.`
  const nestedMember = entry.Model.startsWith(parent) ? entry.Model.slice(parent.length) : ''
  return /^[A-Za-z][A-Za-z0-9_]*$/.test(nestedMember) ? { [nestedMember]: value } : value
}

function entryOf(name: string, item: StatusItem, mapping: MetadataMapping): MetaEntry | undefined {
  if (!/^[A-Za-z][A-Za-z0-9_]{0,49}$/.test(name)) return undefined
  const type = item.AssetType ?? (item.deviceId === undefined ? undefined : 'Equipment')
  // A tag does not reveal the asset type, so the mappings of all types are searched.
  const types = type === undefined ? Object.keys(mapping) : [type]
  for (const assetType of types) {
    const entries = Object.hasOwn(mapping, assetType) ? mapping[assetType] : undefined
    if (entries && Object.hasOwn(entries, name)) return entries[name]
  }
  return undefined
}

function isPlain(value: unknown, entry: MetaEntry): boolean {
  if (entry.inputType === 'multiple' && Array.isArray(value))
    return value.length <= MAX_LIST && value.every(isScalar)
  return isScalar(value)
}

const isScalar = (value: unknown): boolean =>
  (typeof value === 'string' && value.length <= MAX_TEXT && visibleText.pattern.test(value)) ||
  (typeof value === 'number' && Number.isFinite(value)) ||
  typeof value === 'boolean'
