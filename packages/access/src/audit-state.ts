import type { Database } from '@wardtrack/database'
import type { ChainFault } from './audit-chain.ts'
import type { AuditReport } from './verify-audit-log.ts'

/** Result and end time of the last verification of the whole audit log. */
export type AuditVerification = AuditReport & { at: Date }

/** Alarm about a broken chain. Once acknowledged, it is not raised again for the same entry. */
export type AuditAlarm = { number: number; fault: ChainFault; at: Date; acknowledgedBy?: string }

/** State of the audit log that all processes share and that survives restarts. */
export type AuditState = { verification: AuditVerification | null; alarm: AuditAlarm | null }

const VERIFICATION = 'audit-verification'
const ALARM = 'audit-alarm'

/** Reads the state; an acknowledged alarm is left out. */
export async function readAuditState(db: Database): Promise<AuditState> {
  const [verification, alarm] = await Promise.all([
    db.models.system.findOne({ _id: VERIFICATION }),
    readAlarm(db),
  ])
  return {
    verification: (verification?.value ?? null) as AuditVerification | null,
    alarm: alarm && alarm.acknowledgedBy === undefined ? alarm : null,
  }
}

const readAlarm = async (db: Database): Promise<AuditAlarm | null> =>
  ((await db.models.system.findOne({ _id: ALARM }))?.value ?? null) as AuditAlarm | null

const store = (db: Database, id: string, value: object) =>
  db.models.system.updateOne({ _id: id }, { $set: { value } }, { upsert: true })

/** Stores the result of a verification of the whole chain. */
export async function storeVerification(db: Database, report: AuditReport): Promise<void> {
  await store(db, VERIFICATION, { ...report, at: new Date() })
}

/** Raises the alarm, unless it was already raised for this entry. @returns true when the alarm is new */
export async function storeAlarm(
  db: Database,
  { number, fault }: NonNullable<AuditReport['broken']>,
): Promise<boolean> {
  const known = await readAlarm(db)
  if (known?.number === number && known.fault === fault) return false
  await store(db, ALARM, { number, fault, at: new Date() })
  return true
}

/** Acknowledges the alarm. @returns false when there is none */
export async function acknowledgeAlarm(db: Database, username: string): Promise<boolean> {
  const alarm = await readAlarm(db)
  if (!alarm || alarm.acknowledgedBy !== undefined) return false
  await store(db, ALARM, { ...alarm, acknowledgedBy: username })
  return true
}
