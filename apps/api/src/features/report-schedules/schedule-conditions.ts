import type { Condition } from '@wardtrack/contracts'
import type { ReportScheduleDoc } from '@wardtrack/database'
import type { KeyRing } from '@wardtrack/encryption'

const contextOf = (id: string) => ({ collection: 'reportSchedules', id, field: 'criteria' })

/** The conditions of a schedule as they are stored. */
export const sealConditions = (keyRing: KeyRing, id: string, conditions: readonly Condition[]): string =>
  keyRing.seal(JSON.stringify(conditions), contextOf(id))

/** The conditions of a stored schedule. */
export const conditionsOf = (
  keyRing: KeyRing,
  { _id, criteria }: Pick<ReportScheduleDoc, '_id' | 'criteria'>,
): Condition[] => JSON.parse(keyRing.open(criteria, contextOf(_id))) as Condition[]
