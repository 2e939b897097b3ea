import type { ServiceParts } from '@wardtrack/access'
import { type ConfigPart, isProviderName, messages, PAGE_SETS, type SettingType } from '@wardtrack/contracts'
import { invalid, invalidMember } from '@wardtrack/service-kit'
import { hospitalFields, mailFields } from './mail-fields.ts'
import { kafkaFields, redisFields } from './scaling-fields.ts'
import {
  auditRetentionFields,
  engineFields,
  type Fields,
  geofenceTypeFields,
  mirthFields,
  oneTimePasswordFields,
  providerFields,
  retentionFields,
  secondFactorFields,
  titleFields,
} from './setting-fields.ts'

/** Kind of settings pair: its readers and writers, its checks, and the effects of a change. */
export type SettingKind = {
  type: SettingType
  subType: string
  readers: readonly string[]
  writers: readonly string[]
  what: ConfigPart
  /** converts fields for storage. @throws ApiError 400, 409 */
  check(fields: Fields): Promise<Fields> | Fields
}

type KindOptions = Omit<SettingKind, 'type' | 'subType'>

/** Returns the access of users who hold one page. */
const heldPage = (page: string): Pick<KindOptions, 'readers' | 'writers'> => ({
  readers: [page],
  writers: [page],
})
const FENCE = { readers: PAGE_SETS.FENCE, writers: ['geofencing'], what: 'settings' } as const
const PROVIDER = { ...heldPage('provider-settings'), what: 'providers', check: providerFields } as const

/** Creates the kinds by type and fixed name; providers have individual names. */
const createKinds = (parts: ServiceParts): Record<string, SettingKind> => {
  const rules = { allowed: parts.outboundAllow ?? [] }
  const kind = (type: SettingType, subType: string, options: KindOptions): SettingKind => ({
    type,
    subType,
    ...options,
  })
  const all = [
    kind('Mirth', 'Mirth', {
      ...heldPage('mirth-settings'),
      what: 'settings',
      check: (fields) => mirthFields(fields, rules),
    }),
    kind('Geofence', 'Geofence', { ...FENCE, check: geofenceTypeFields }),
    kind('Geofence', 'Engine', { ...FENCE, check: engineFields }),
    kind('Location', 'Titles', { ...heldPage('hierarchy-list-two'), what: 'settings', check: titleFields }),
    kind('Security', 'SecondFactor', {
      ...heldPage('admin-config'),
      what: 'settings',
      check: secondFactorFields,
    }),
    kind('Security', 'OneTimePassword', {
      ...heldPage('admin-config'),
      what: 'settings',
      check: oneTimePasswordFields,
    }),
    kind('Retention', 'Retention', { ...heldPage('admin-config'), what: 'settings', check: retentionFields }),
    kind('Retention', 'Audit', {
      ...heldPage('admin-config'),
      what: 'settings',
      check: auditRetentionFields,
    }),
    kind('Mail', 'Mail', {
      ...heldPage('admin-config'),
      what: 'settings',
      check: (fields) => mailFields(fields, rules),
    }),
    kind('Hospital', 'Hospital', { ...heldPage('admin-config'), what: 'settings', check: hospitalFields }),
    kind('scale', 'kafka', { ...heldPage('scaling-option'), what: 'settings', check: kafkaFields }),
    kind('Scale', 'redis', { ...heldPage('scaling-option'), what: 'settings', check: redisFields }),
  ]
  return Object.fromEntries(all.map((entry) => [`${entry.type}/${entry.subType}`.toLowerCase(), entry]))
}

/** Finds the kind of a pair by its names, compared case-insensitively. */
export type KindOf = (type: string, subType: string) => SettingKind

/**
 * Creates the finder.
 * @throws ApiError (the finder) 400 for an unknown type or name, 'Provider Name is required' for an invalid provider
 * name
 */
export function settingKinds(parts: ServiceParts): KindOf {
  const known = createKinds(parts)
  const types = new Set(Object.values(known).map(({ type }) => type.toLowerCase()))
  return (type, subType) => {
    if (type.toLowerCase() === 'provider')
      return { type: 'Provider', subType: providerName(subType), ...PROVIDER }
    const kind = known[`${type}/${subType}`.toLowerCase()]
    if (kind) return kind
    throw invalidMember(types.has(type.toLowerCase()) ? 'SubType' : 'Type', messages.settingTypeUnknown)
  }
}

function providerName(subType: string): string {
  const name = subType.toLowerCase()
  if (isProviderName(name)) return name
  throw invalid([{ path: 'SubType', message: messages.providerName }], messages.fillCorrectly)
}
