import type { Actor, ServiceParts } from '@wardtrack/access'
import {
  type ConfigPart,
  type ErrorDetail,
  isProviderName,
  messages,
  PAGE_SETS,
  SCALING_DATA,
  type SettingsPair,
  type SettingType,
} from '@wardtrack/contracts'
import { type CallContext, invalid, invalidMember } from '@wardtrack/service-kit'
import { hospitalFields, mailFields } from './mail-fields.ts'
import { mirthStatus, withReceivers } from './mirth-setting.ts'
import { maskSecrets, withMailSecret, withProviderSecrets } from './provider-secrets.ts'
import {
  auditRetentionFields,
  detailAt,
  engineFields,
  type Fields,
  geofenceTypeFields,
  mirthFields,
  numberOf,
  oneTimePasswordFields,
  type PreparedSetting,
  providerFields,
  retentionFields,
  secondFactorFields,
  throwIfInvalid,
  titleFields,
} from './setting-fields.ts'

const MAX_THRESHOLD = 1_000_000_000

/**
 * Checks the use of Kafka for pushed items: switch, minimum number of devices, and kinds of items. @throws ApiError
 * 400
 */
function kafkaFields({ status, maxDevice, cachingData }: Fields): Fields {
  const threshold = numberOf(maxDevice, /^\d{1,10}$/)
  const isStatus = status === 'Active' || status === 'Inactive'
  return throwIfInvalid(
    [
      ...(isStatus ? [] : [detailAt('status', messages.fieldRequired)]),
      ...thresholdErrors('maxDevice', threshold),
      ...dataErrors(cachingData),
    ],
    { status, maxDevice: threshold, cachingData: inOrder(cachingData) },
  )
}

/**
 * Checks the use of Redis for repeated reads: switch, minimum number of devices, and cached data. @throws ApiError
 * 400
 */
function redisFields({ Enabled, deviceThreshold, cachingData }: Fields): Fields {
  const threshold = numberOf(deviceThreshold, /^\d{1,10}$/)
  return throwIfInvalid(
    [
      ...(typeof Enabled === 'boolean' ? [] : [detailAt('Enabled', messages.fieldRequired)]),
      ...thresholdErrors('deviceThreshold', threshold),
      ...(cachingData === undefined ? [] : dataErrors(cachingData)),
    ],
    {
      Enabled,
      deviceThreshold: threshold,
      ...(cachingData === undefined ? {} : { cachingData: inOrder(cachingData) }),
    },
  )
}

const thresholdErrors = (member: string, threshold: number | undefined): ErrorDetail[] =>
  threshold !== undefined && Number.isInteger(threshold) && threshold >= 0 && threshold <= MAX_THRESHOLD
    ? []
    : [detailAt(member, messages.thresholdRule)]

const dataErrors = (sent: unknown): ErrorDetail[] =>
  Array.isArray(sent) && sent.every((name) => SCALING_DATA.some((known) => known === name))
    ? []
    : [detailAt('cachingData', messages.scalingDataRule)]

const inOrder = (sent: unknown): string[] =>
  SCALING_DATA.filter((name) => Array.isArray(sent) && sent.includes(name))

/** Kind of settings pair: its readers and writers, its checks, and the effects of a change. */
export type SettingKind = {
  type: SettingType
  subType: string
  readers: readonly string[]
  writers: readonly string[]
  what: ConfigPart
  /** converts fields for storage. @throws ApiError 400, 409 */
  check(fields: Fields): Promise<Fields> | Fields
  /** true for pairs with individual names, which can be new */
  isCreatable?: true
  /** seals secrets of checked fields, and adds what is stored beside them. @throws ApiError 400, 403 */
  prepare?(fields: Fields, isCreated: boolean, context: CallContext<Actor>): Promise<PreparedSetting>
  /** masks secrets for responses */
  mask?(fields: Fields): Fields
  /** returns further members of the response to reading */
  status?(context: CallContext<Actor>): Promise<Partial<SettingsPair>>
  /** returns further members of all responses */
  state?(): Promise<Partial<SettingsPair>>
  /** true when a change decides what open sessions may do */
  changesAccess?: true
}

type KindOptions = Omit<SettingKind, 'type' | 'subType'>

/** Returns the access of users who hold one page. */
const heldPage = (page: string): Pick<KindOptions, 'readers' | 'writers'> => ({
  readers: [page],
  writers: [page],
})
const FENCE = { readers: PAGE_SETS.FENCE, writers: ['geofencing'], what: 'settings' } as const
/** Access to the second factor and to one-time passwords. */
const SECURITY = { ...heldPage('admin-config'), what: 'settings', changesAccess: true } as const
const SCALING = { ...heldPage('scaling-option'), what: 'settings' } as const

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
      prepare: (fields, _isCreated, context) => withReceivers(parts, fields, context),
      status: (context) => mirthStatus(parts, context),
    }),
    kind('Geofence', 'Geofence', { ...FENCE, check: geofenceTypeFields }),
    kind('Geofence', 'Engine', { ...FENCE, check: engineFields }),
    kind('Location', 'Titles', { ...heldPage('hierarchy-list-two'), what: 'settings', check: titleFields }),
    kind('Security', 'SecondFactor', { ...SECURITY, check: secondFactorFields }),
    kind('Security', 'OneTimePassword', { ...SECURITY, check: oneTimePasswordFields }),
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
      prepare: (fields) => withMailSecret(parts, fields),
      mask: maskSecrets,
    }),
    kind('Hospital', 'Hospital', { ...heldPage('admin-config'), what: 'settings', check: hospitalFields }),
    kind('scale', 'kafka', { ...SCALING, check: kafkaFields, state: () => scalingState(parts, 'kafka') }),
    kind('Scale', 'redis', { ...SCALING, check: redisFields, state: () => scalingState(parts, 'redis') }),
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
    if (type.toLowerCase() === 'provider') return providerKind(parts, providerName(subType))
    const kind = known[`${type}/${subType}`.toLowerCase()]
    if (kind) return kind
    throw invalidMember(types.has(type.toLowerCase()) ? 'SubType' : 'Type', messages.settingTypeUnknown)
  }
}

const providerKind = (parts: ServiceParts, name: string): SettingKind => ({
  type: 'Provider',
  subType: name,
  ...heldPage('provider-settings'),
  what: 'providers',
  check: providerFields,
  isCreatable: true,
  prepare: (fields, isCreated) => withProviderSecrets(parts, name, fields, isCreated),
  mask: maskSecrets,
})

/** Returns whether Redis or Kafka is used with the returned fields. */
async function scalingState(
  { scaling }: ServiceParts,
  name: 'kafka' | 'redis',
): Promise<Pick<SettingsPair, 'state'>> {
  await scaling.reload()
  return { state: scaling[name]().state }
}

function providerName(subType: string): string {
  const name = subType.toLowerCase()
  if (isProviderName(name)) return name
  throw invalid([{ path: 'SubType', message: messages.providerName }], messages.fillCorrectly)
}
