import { SILENT, STATE_FIELDS } from '@wardtrack/contracts'
import type { EncryptionRules } from '@wardtrack/database'

/** A state whose stretches are kept. */
export type StateField = (typeof STATE_FIELDS)[number]

/** State values that people are alerted about: the device is offline or silent, or its battery is nearly empty. */
const CONDITIONS: ReadonlySet<string> = new Set(['comm-status-offline', SILENT, 'LEVEL_1', 'BAR_ONE'])

/** Returns true if a value of a state is a condition that people are alerted about. */
export const isCondition = (value: string): boolean => CONDITIONS.has(value)

const MEMBER_OF: Partial<Record<StateField, string>> = { WifiStrength: 'Strength', BatteryLevel: 'Level' }

/** Returns the option code of a state in the fields of an event; undefined when they do not report the state. */
export function stateValue(fields: Readonly<Record<string, unknown>>, field: StateField): string | undefined {
  const member = MEMBER_OF[field]
  const stored = fields[field]
  const value =
    member === undefined ? stored : (stored as Record<string, unknown> | null | undefined)?.[member]
  return typeof value === 'string' ? value : undefined
}

/** Returns true if an event reports a condition in any of its states. */
export const reportsCondition = (fields: Readonly<Record<string, unknown>>): boolean =>
  STATE_FIELDS.some((field) => isCondition(stateValue(fields, field) ?? ''))

const pathOf = (field: StateField): string => {
  const member = MEMBER_OF[field]
  return member === undefined ? `Fields.${field}` : `Fields.${field}.${member}`
}

/** Returns true if a state is stored encrypted: no stretches of it are kept then. */
export const isEncryptedState = (rules: EncryptionRules, assetType: string, field: StateField): boolean =>
  rules.isEncrypted(assetType, pathOf(field))

/** Returns true if a state of any asset type is encrypted. */
export const hasEncryptedStates = (rules: EncryptionRules): boolean =>
  STATE_FIELDS.some((field) => rules.isEncryptedOfAny(pathOf(field)))

/** Returns the encrypted states of an asset type. */
export const encryptedStates = (rules: EncryptionRules, assetType: string): StateField[] =>
  STATE_FIELDS.filter((field) => isEncryptedState(rules, assetType, field))

/** Returns the states of an asset type that the current conversion decrypts. */
export const decryptedStates = (rules: EncryptionRules, assetType: string): StateField[] =>
  STATE_FIELDS.filter(
    (field) => rules.wasEncrypted(assetType, pathOf(field)) && !isEncryptedState(rules, assetType, field),
  )
