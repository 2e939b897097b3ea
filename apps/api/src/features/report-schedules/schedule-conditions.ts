import type { Condition } from '@wardtrack/contracts'
import type { ReportScheduleDoc } from '@wardtrack/database'
import type { KeyRing } from '@wardtrack/encryption'

const contextOf = (id: string) => ({ collection: 'reportSchedules', id, field: 'criteria' })

/** Encrypts the conditions of a schedule for storage. */
export const sealConditions = (keyRing: KeyRing, id: string, conditions: readonly Condition[]): string =>
  keyRing.seal(JSON.stringify(conditions), contextOf(id))

/** Decrypts the conditions of a stored schedule. */
export const conditionsOf = (
  keyRing: KeyRing,
  { _id, criteria }: Pick<ReportScheduleDoc, '_id' | 'criteria'>,
): Condition[] => JSON.parse(keyRing.open(criteria, contextOf(_id))) as Condition[]
