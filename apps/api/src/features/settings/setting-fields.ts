import {
  type ErrorDetail,
  MAX_ONE_TIME_HOURS,
  MAX_RETENTION_DAYS,
  MIRTH_FIELDS,
  messages,
  RETENTION_MEMBERS,
  SECOND_FACTOR_RULES,
  visible,
} from '@wardtrack/contracts'
import type { SettingDoc } from '@wardtrack/database'
import { AddressNotAllowed, checkAddress, type TargetRules } from '@wardtrack/outbound'
import { duplicate, invalid } from '@wardtrack/service-kit'

/** `Fields` of a settings pair, as sent and as stored. */
export type Fields = Record<string, unknown>

/** Members that are stored instead of and beside the checked fields. `revision`: the pair that they were compared with. */
export type PreparedSetting = {
  stored: Partial<Pick<SettingDoc, 'Fields' | 'patientReceivers'>>
  revision?: string
}

/** Mirth field with the written reason for delivering patients over plain http. */
export const PLAIN_HTTP_REASON = 'PlainHttpReason'

/** Maximum number of characters in a text of a setting. */
export const MAX_TEXT_LENGTH = 500
const MAX_NAME_LENGTH = 100
const MAX_FIELDS = 500

/** Creates an error for a member of `Fields`. */
export const detailAt = (member: string, message: string): ErrorDetail => ({
  path: `Fields.${member}`,
  message,
})

/** Returns the fields if there are no errors. @throws ApiError 400 */
export function throwIfInvalid(errors: readonly ErrorDetail[], fields: Fields): Fields {
  if (errors.length > 0) throw invalid(errors, messages.fillCorrectly)
  return fields
}

/**
 * Refuses control characters in all names and texts of a setting, because some end up in headers, mails or log lines.
 * @throws ApiError 400
 */
export function visibleFields(fields: Fields): Fields {
  const hidden = Object.entries(fields).filter(([name, value]) =>
    [name, ...(Array.isArray(value) ? value : [value])].some(
      (text) => typeof text === 'string' && !visible.pattern.test(text),
    ),
  )
  return throwIfInvalid(
    hidden.map(([name]) => detailAt(name, visible.message)),
    fields,
  )
}

/**
 * Checks six addresses, of which at least one is set, and an optional reason for plain http. Data without an address
 * is not delivered. @throws ApiError 400
 */
export async function mirthFields(sent: Fields, rules: TargetRules): Promise<Fields> {
  const fields = Object.fromEntries(MIRTH_FIELDS.map((name) => [name, trimmed(sent[name] ?? '')]))
  if (Object.values(fields).every((value) => value === ''))
    throw invalid(
      MIRTH_FIELDS.map((name) => detailAt(name, messages.fieldRequired)),
      messages.fillCorrectly,
    )
  const faults = await Promise.all(
    Object.entries(fields).map(async ([name, value]) => {
      const fault = value === '' ? undefined : await addressFault(value, rules)
      return fault === undefined ? [] : [detailAt(name, fault)]
    }),
  )
  const reason = trimmed(sent[PLAIN_HTTP_REASON] ?? '')
  const isReason = typeof reason === 'string' && reason.length <= MAX_TEXT_LENGTH
  const errors = [
    ...faults.flat(),
    ...(isReason ? [] : [detailAt(PLAIN_HTTP_REASON, messages.fieldIncomplete)]),
  ]
  return throwIfInvalid(errors, { ...fields, ...(reason === '' ? {} : { [PLAIN_HTTP_REASON]: reason }) })
}

async function addressFault(value: unknown, rules: TargetRules): Promise<string | undefined> {
  if (typeof value !== 'string' || value.length < 3 || value.length > MAX_TEXT_LENGTH)
    return messages.addressNeeded
  try {
    await checkAddress(value, rules)
    return undefined
  } catch (error) {
    if (!(error instanceof AddressNotAllowed)) throw error
    return error.malformed ? messages.addressNeeded : messages.addressRefused
  }
}

/** Trims a text; other values stay unchanged. */
export const trimmed = (value: unknown): unknown => (typeof value === 'string' ? value.trim() : value)

/**
 * Checks a provider: its switch, its maps, its presence engine (on by default), and its custom fields. @throws ApiError
 * 400
 */
export function providerFields(sent: Fields): Fields {
  const { Enabled, HierarchyProvider, Presence = true, ...customFields } = sent
  const flags = { Enabled: flagOf(Enabled), HierarchyProvider: flagOf(HierarchyProvider) }
  const presence = flagOf(Presence)
  const errors = Object.entries({ ...flags, Presence: presence }).flatMap(([name, flag]) =>
    flag === undefined ? [detailAt(name, messages.fieldRequired)] : [],
  )
  const texts = Object.entries(customFields).map(([name, value]) => [name.trim(), trimmed(value)] as const)
  for (const [name, value] of texts) errors.push(...customFieldErrors(name, value))
  if (texts.length > MAX_FIELDS) errors.push({ path: 'Fields', message: messages.fieldIncomplete })
  return throwIfInvalid(errors, {
    ...flags,
    ...(presence === false ? { Presence: false } : {}),
    ...Object.fromEntries(texts),
  })
}

function flagOf(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value
  const word = typeof value === 'string' ? value.trim().toLowerCase() : ''
  return word === 'yes' ? true : word === 'no' ? false : undefined
}

function customFieldErrors(name: string, value: unknown): ErrorDetail[] {
  if (name.length < 2) return [detailAt(name, messages.fieldNameEmpty)]
  if (name.length > MAX_NAME_LENGTH || /^\$|\.|\0/.test(name))
    return [detailAt(name, messages.fieldIncomplete)]
  if (typeof value !== 'string' || value.length < 2) return [detailAt(name, messages.fieldValueEmpty)]
  return value.length > MAX_TEXT_LENGTH ? [detailAt(name, messages.fieldIncomplete)] : []
}

/** Checks the geofence types. @throws ApiError 400; 409 for a duplicate, compared case-insensitively */
export function geofenceTypeFields({ GeofenceTypes }: Fields): Fields {
  if (!Array.isArray(GeofenceTypes) || GeofenceTypes.length > MAX_FIELDS)
    throw invalid([detailAt('GeofenceTypes', messages.geofenceType)], messages.fillCorrectly)
  const types = GeofenceTypes.map(trimmed)
  const errors = types.flatMap((type, index) =>
    typeof type === 'string' && type !== '' && type.length <= MAX_NAME_LENGTH
      ? []
      : [detailAt(`GeofenceTypes.${index}`, messages.geofenceType)],
  )
  const fields = throwIfInvalid(errors, { GeofenceTypes: types })
  const lower = types.map((type) => String(type).toLowerCase())
  const repeatedIndex = lower.findIndex((type, index) => lower.indexOf(type) !== index)
  if (repeatedIndex >= 0)
    throw duplicate(messages.geofenceTypeExists, [
      detailAt(`GeofenceTypes.${repeatedIndex}`, messages.geofenceTypeExists),
    ])
  return fields
}

const MAX_TOLERANCE = 50

/**
 * Checks the tolerance: the metres that an asset may be outside a geofence and still count as inside. @throws
 * ApiError 400
 */
export function engineFields({ tolerance }: Fields): Fields {
  const metres = numberOf(tolerance, /^\d{1,2}(\.\d{1,6})?$/)
  const isRight = metres !== undefined && metres >= 0 && metres <= MAX_TOLERANCE
  return throwIfInvalid(isRight ? [] : [detailAt('tolerance', messages.toleranceRule)], {
    tolerance: metres,
  })
}

/** Checks the retention of history in days, and optional retentions of other kinds of data. @throws ApiError 400 */
export function retentionFields(sent: Fields): Fields {
  const members = RETENTION_MEMBERS.filter((member) => member === 'historyDays' || sent[member] !== undefined)
  const days = members.map((member) => [member, numberOf(sent[member], /^\d{1,4}$/)] as const)
  const errors = days.flatMap(([member, count]) =>
    count !== undefined && Number.isInteger(count) && count >= 1 && count <= MAX_RETENTION_DAYS
      ? []
      : [detailAt(member, messages.retentionDaysRule)],
  )
  return throwIfInvalid(errors, Object.fromEntries(days))
}

const MIN_AUDIT_DAYS = 365
const MAX_AUDIT_DAYS = 36_500

/** Checks the retention of the audit log in days. @throws ApiError 400 */
export function auditRetentionFields({ days }: Fields): Fields {
  const number = numberOf(days, /^\d{1,5}$/)
  const isRight =
    number !== undefined && Number.isInteger(number) && number >= MIN_AUDIT_DAYS && number <= MAX_AUDIT_DAYS
  return throwIfInvalid(isRight ? [] : [detailAt('days', messages.auditDaysRule)], { days: number })
}

/** Reads a number or a text of digits. */
export function numberOf(value: unknown, digits: RegExp): number | undefined {
  if (typeof value === 'number') return value
  return typeof value === 'string' && digits.test(value.trim()) ? Number(value) : undefined
}

/** Checks the titles of hierarchy levels; a level without a title keeps its number. @throws ApiError 400 */
export function titleFields(sent: Fields): Fields {
  const levels = Object.entries(sent).filter(([name]) => /^Level_([1-9]|1\d|20)$/.test(name))
  const titles = levels.map(([name, title]) => [name, trimmed(title)] as const)
  const errors = titles.flatMap(([name, title]) =>
    typeof title === 'string' && title.length <= MAX_NAME_LENGTH ? [] : [detailAt(name, messages.titleRule)],
  )
  return throwIfInvalid(errors, Object.fromEntries(titles.filter(([, title]) => title !== '')))
}

/** Checks the validity of a one-time password in hours. @throws ApiError 400 */
export function oneTimePasswordFields({ hours }: Fields): Fields {
  const number = numberOf(hours, /^\d{1,3}$/)
  const isRight =
    number !== undefined && Number.isInteger(number) && number >= 1 && number <= MAX_ONE_TIME_HOURS
  return throwIfInvalid(isRight ? [] : [detailAt('hours', messages.oneTimeHoursRule)], { hours: number })
}

/** Checks which users need a second factor. @throws ApiError 400 */
export function secondFactorFields({ requiredOf, privileges = [] }: Fields): Fields {
  const isRule = SECOND_FACTOR_RULES.some((rule) => rule === requiredOf)
  const names: unknown[] = Array.isArray(privileges) ? privileges.map(trimmed) : ['']
  const isName = (name: unknown): boolean =>
    typeof name === 'string' && name !== '' && name.length <= MAX_NAME_LENGTH
  const areNames = names.length <= MAX_FIELDS && names.every(isName)
  return throwIfInvalid(
    [
      ...(isRule ? [] : [detailAt('requiredOf', messages.secondFactorRuleUnknown)]),
      ...(areNames ? [] : [detailAt('privileges', messages.privilegeUnknown)]),
    ],
    { requiredOf, privileges: [...new Set(names)] },
  )
}
