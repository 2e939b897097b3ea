import { personActor, type ServiceParts, type SessionActor } from '@wardtrack/access'
import { type Condition, messages } from '@wardtrack/contracts'
import type { ReportRunDoc, ReportScheduleDoc, UserDoc } from '@wardtrack/database'
import { ApiError, type AuditDetails } from '@wardtrack/service-kit'
import { type ReportFiles, type ReportLog, reportLogDetails } from '../reports/index.ts'
import { readFilterConditions } from '../saved-filters/index.ts'
import type { ReportFileStore } from './report-file-store.ts'
import type { RunStore } from './report-runs.store.ts'
import { addRunMail } from './run-mail.ts'
import { conditionsOf } from './schedule-conditions.ts'
import { stretchOf } from './schedule-times.ts'

const DAY_MS = 86_400_000
/** Days for which a file that is only attached to a mail is kept, until the mail expires. */
const MAIL_ONLY_DAYS = 3

/** Dependencies of a run. */
export type RunParts = Pick<ServiceParts, 'db' | 'keyRing' | 'access' | 'log'> & {
  reports: ReportFiles
  reportLog: ReportLog
  store: RunStore
  files: ReportFileStore
}

/** Reason why a schedule cannot continue: it is switched off and shows the reason. */
class ScheduleStopped extends ApiError {}

/**
 * Creates the file of a run with the current rights of its owner, and adds its mail to the outbox. Each step can be
 * repeated, because the names of the file and the mail derive from the run.
 * @param isLost returns true when another process has taken over the run
 * @returns the result of the run
 * @throws ApiError with the message that users see when the run failed
 */
export async function makeRun(
  parts: RunParts,
  run: ReportRunDoc,
  { now, isLost }: { now: number; isLost: () => boolean },
): Promise<Partial<ReportRunDoc>> {
  const { db, store, files, reports } = parts
  const schedule = await store.readSchedule(run.scheduleId)
  if (!schedule) throw new ApiError('not_found', messages.notFound)
  const owner = await db.models.users.findOne({ _id: schedule.ownerId })
  if (!owner) throw new ScheduleStopped('forbidden', messages.scheduleOwnerGone)
  if (owner.locked) throw new ScheduleStopped('forbidden', messages.scheduleOwnerLocked)
  const actor = await personActor(db, owner)
  if (schedule.ofPatients && !actor.patientDataAccess)
    throw new ApiError('forbidden', messages.scheduleNeedsFlag)
  let details: AuditDetails = {}
  const { page, format, timeZone, language = languageOf(owner) } = schedule
  const body = await bodyOf(parts, actor, schedule, run.dueAt)
  const made = await reports
    .open(
      { actor, page, body, now: new Date(now) },
      {
        format,
        timeZone,
        language,
        isAbandoned: isLost,
        onTold: (added) => {
          details = { ...details, ...added }
        },
      },
    )
    .catch((error: unknown) => {
      throw scheduleError(error)
    })
  const fileId = files.idOf(run._id)
  const bytes = await files.write(fileId, made.content)
  const ofPatients = Boolean(schedule.ofPatients) || tellsOfPatients(details)
  const isMailOnly = schedule.byMail && !schedule.keepFile && !ofPatients
  const file = {
    id: fileId,
    name: made.fileName,
    mediaType: made.mediaType,
    bytes,
    until: new Date(now + (isMailOnly ? MAIL_ONLY_DAYS : schedule.keepDays) * DAY_MS),
    ...(isMailOnly ? { mailOnly: true as const } : {}),
  }
  const mail = schedule.byMail ? await addRunMail(parts, run, { schedule, owner, file, ofPatients }) : {}
  note(parts, { schedule, actor, details })
  return {
    state: 'done',
    rows: Number(details['returned'] ?? 0),
    file,
    ...mail,
    ...(ofPatients ? { ofPatients: true as const } : {}),
  }
}

/** Records why a run failed, and switches off a schedule that cannot continue. @returns the result of the run */
export async function failRun(
  { store, log, reportLog }: RunParts,
  run: ReportRunDoc,
  error: unknown,
): Promise<Partial<ReportRunDoc>> {
  const message = error instanceof ApiError ? error.message : messages.jobFailed
  if (error instanceof ScheduleStopped) await store.stopSchedule(run.scheduleId, message)
  const line = { schedule: run.scheduleId, run: run._id }
  // Logs the code instead of the message: a message may reveal that the report concerns patients.
  const code = error instanceof ApiError ? error.code : 'internal'
  if (error instanceof ApiError) log.warn({ ...line, code }, 'a scheduled report was not made')
  else log.error({ ...line, err: error }, 'a scheduled report was not made')
  reportLog.warn({ ...line, code }, 'scheduled report failed')
  return { state: 'failed', error: message }
}

async function bodyOf(
  parts: RunParts,
  actor: SessionActor,
  schedule: ReportScheduleDoc,
  dueAt: Date,
): Promise<Condition> {
  const { filterId, reportId, level, period } = schedule
  const saved = filterId === undefined ? [] : await readFilterConditions(parts, actor, { id: filterId })
  if (!saved) throw new ApiError('not_found', messages.scheduleFilterGone)
  const stretch = stretchOf(period, schedule, dueAt)
  return {
    items: [
      ...(stretch
        ? [{ createdAt: { $gte: stretch.from.toISOString(), $lt: stretch.to.toISOString() } }]
        : []),
      ...conditionsOf(parts.keyRing, schedule),
      ...saved.filter((condition) => !('createdAt' in condition)),
    ],
    ...(level === undefined ? {} : { level }),
    ...(reportId === undefined ? {} : { reportId }),
  }
}

/** Converts the error of a refused report to the error of its schedule. */
function scheduleError(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error
  if (error.code === 'forbidden') return new ApiError('forbidden', messages.scheduleNotAllowed)
  return error.code === 'not_found' ? new ApiError('not_found', messages.scheduleReportGone) : error
}

/**
 * Returns true if rows of a file concern patients. Links to patients do not count: no column shows them, because they
 * cannot be the model of a mapping entry.
 */
const tellsOfPatients = ({ patients }: AuditDetails): boolean => Number(patients ?? 0) > 0

const languageOf = ({ preferences }: UserDoc): string | undefined =>
  preferences?.language === 'browser' ? undefined : preferences?.language

/** Records the run in the audit log and the report log. */
function note(
  { access, reportLog }: RunParts,
  { schedule, actor, details }: { schedule: ReportScheduleDoc; actor: SessionActor; details: AuditDetails },
): void {
  access.audit.note({
    actor: actor.username,
    action: 'SCHEDULE report',
    target: { type: 'report', id: schedule.page },
    address: '',
    outcome: 'ok',
    status: 200,
    details,
  })
  reportLog.info(
    {
      schedule: schedule._id,
      page: schedule.page,
      user: actor.username,
      details: reportLogDetails(actor, details),
    },
    'scheduled report made',
  )
}
