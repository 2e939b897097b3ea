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

/** Whether a state is encrypted where it is stored: then nothing of it is kept anywhere else. */
export function isEncryptedState(rules: EncryptionRules, assetType: string, field: StateField): boolean {
  const member = MEMBER_OF[field]
  return rules.isEncrypted(assetType, member === undefined ? `Fields.${field}` : `Fields.${field}.${member}`)
}
