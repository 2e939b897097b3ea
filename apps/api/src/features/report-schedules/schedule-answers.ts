import type { ReportRun, ReportSchedule, RunMail } from '@wardtrack/contracts'
import { type DeliveryDoc, type ReportRunDoc, type ReportScheduleDoc, revisionOf } from '@wardtrack/database'
import type { KeyRing } from '@wardtrack/encryption'
import { conditionsOf } from './schedule-conditions.ts'

/** Converts a stored schedule to its response. */
export function toScheduleAnswer(
  keyRing: KeyRing,
  schedule: ReportScheduleDoc,
  lastRun?: ReportRunDoc,
): ReportSchedule {
  const { ownerId: _ownerId, ofPatients: _ofPatients, nextAt, createdAt, ...shown } = schedule
  return {
    ...shown,
    criteria: conditionsOf(keyRing, schedule),
    ...(nextAt ? { nextAt: nextAt.toISOString() } : {}),
    ...(lastRun ? { lastRun: { state: lastRun.state, dueAt: lastRun.dueAt.toISOString() } } : {}),
    createdAt: createdAt.toISOString(),
    revision: revisionOf(schedule),
  }
}

/** Converts a stored run to its response. @param mails outbox entries by id */
export function toRunAnswer(run: ReportRunDoc, mails: ReadonlyMap<string, DeliveryDoc>): ReportRun {
  const { _id, state, dueAt, endedAt, madeUp = false, byHand = false, error, rows, file } = run
  const delivery = run.mailId === undefined ? undefined : mails.get(run.mailId)
  const mail = run.mailId === undefined ? run.mail : mailState(delivery)
  const isTold = file && !file.mailOnly
  return {
    _id,
    state,
    dueAt: dueAt.toISOString(),
    madeUp,
    byHand,
    ...(endedAt ? { endedAt: endedAt.toISOString() } : {}),
    ...(error === undefined ? {} : { error }),
    ...(rows === undefined ? {} : { rows }),
    ...(isTold ? { file: { name: file.name, bytes: file.bytes, until: file.until.toISOString() } } : {}),
    ...(mail ? { mail } : {}),
    ...(delivery?.lastError === undefined || mail === 'sent' ? {} : { mailError: delivery.lastError }),
  }
}

/** Returns the state of a mail. A mail missing in the outbox was sent long ago, because failed mails are kept. */
function mailState(delivery: DeliveryDoc | undefined): RunMail {
  if (delivery?.failedAt) return 'failed'
  return delivery?.pending ? 'waiting' : 'sent'
}
