import type { Database } from '@wardtrack/database'
import type { ChainFault } from './audit-chain.ts'
import type { AuditReport } from './verify-audit-log.ts'

/** What the last verification of the whole audit log came to, and when it ended. */
export type AuditVerification = AuditReport & { at: Date }

/** That the chain was found broken; acknowledged, it is not raised again for the same entry. */
export type AuditAlarm = { number: number; fault: ChainFault; at: Date; acknowledgedBy?: string }

/** What is known of the audit log to every process, and after a restart. */
export type AuditState = { verification: AuditVerification | null; alarm: AuditAlarm | null }

const VERIFICATION = 'audit-verification'
const ALARM = 'audit-alarm'

/** Reads the state; an alarm that was acknowledged is none. */
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

/** Keeps what a verification of the whole chain came to. */
export async function storeVerification(db: Database, report: AuditReport): Promise<void> {
  await store(db, VERIFICATION, { ...report, at: new Date() })
}

/** Raises the alarm, unless it was for this entry before. @returns whether it is new */
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
