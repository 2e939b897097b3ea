import { STATE_FIELDS } from '@wardtrack/contracts'
import type { EncryptionRules } from '@wardtrack/database'

/** A state of which stretches are kept. */
export type StateField = (typeof STATE_FIELDS)[number]

/** Values that people are told about: nobody hears of the device, or soon nobody will. */
const CONDITIONS: ReadonlySet<string> = new Set(['comm-status-offline', 'LEVEL_1', 'BAR_ONE'])

/** Whether a value of a state is a condition that people are told about. */
export const isCondition = (value: string): boolean => CONDITIONS.has(value)

const MEMBER_OF: Partial<Record<StateField, string>> = { WifiStrength: 'Strength', BatteryLevel: 'Level' }

/** What the fields of an event report of a state, as option code; undefined when they report nothing of it. */
export function stateValue(fields: Readonly<Record<string, unknown>>, field: StateField): string | undefined {
  const member = MEMBER_OF[field]
  const stored = fields[field]
  const value =
    member === undefined ? stored : (stored as Record<string, unknown> | null | undefined)?.[member]
  return typeof value === 'string' ? value : undefined
}

/** Whether an event reports a condition in any of its states. */
export const reportsCondition = (fields: Readonly<Record<string, unknown>>): boolean =>
  STATE_FIELDS.some((field) => isCondition(stateValue(fields, field) ?? ''))

const pathOf = (field: StateField): string => {
  const member = MEMBER_OF[field]
  return member === undefined ? `Fields.${field}` : `Fields.${field}.${member}`
}

/** Whether a state is encrypted where it is stored: then no stretches of it are kept. */
export const isEncryptedState = (rules: EncryptionRules, assetType: string, field: StateField): boolean =>
  rules.isEncrypted(assetType, pathOf(field))

/** Whether a state is encrypted of any asset type. */
export const hasEncryptedStates = (rules: EncryptionRules): boolean =>
  STATE_FIELDS.some((field) => rules.isEncryptedOfAny(pathOf(field)))

/** States of an asset type that are encrypted. */
export const encryptedStates = (rules: EncryptionRules, assetType: string): StateField[] =>
  STATE_FIELDS.filter((field) => isEncryptedState(rules, assetType, field))

/** States of an asset type that were encrypted before the conversion that goes on, and are to be no longer. */
export const decryptedStates = (rules: EncryptionRules, assetType: string): StateField[] =>
  STATE_FIELDS.filter(
    (field) => rules.wasEncrypted(assetType, pathOf(field)) && !isEncryptedState(rules, assetType, field),
  )
