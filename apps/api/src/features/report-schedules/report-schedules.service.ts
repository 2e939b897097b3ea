import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import {
  type Actor,
  editDocument,
  requireRevision,
  type ServiceParts,
  type SessionActor,
  sessionOf,
} from '@wardtrack/access'
import {
  type calls,
  messages,
  type ReportSchedule,
  type ReportScheduleForm,
  reportScheduleForm,
  SCHEDULE_LIMITS,
} from '@wardtrack/contracts'
import {
  findPage,
  nextRevision,
  type ReportRunDoc,
  type ReportScheduleDoc,
  revisionOf,
  Types,
} from '@wardtrack/database'
import {
  conflict,
  type Handler,
  invalidMember,
  notFound,
  overloaded,
  sendStream,
} from '@wardtrack/service-kit'
import { readMailSettings, readTimeZone } from '../mail/index.ts'
import type { ReportFiles } from '../reports/index.ts'
import { readFilterConditions } from '../saved-filters/index.ts'
import type { ReportFileStore } from './report-file-store.ts'
import type { RunStore } from './report-runs.store.ts'
import { openScheduleStore } from './report-schedules.store.ts'
import { toRunAnswer, toScheduleAnswer } from './schedule-answers.ts'
import { sealConditions } from './schedule-conditions.ts'
import { nextDue, stretchOf } from './schedule-times.ts'

/** Dependencies of the calls of schedules. */
export type ScheduleServiceParts = Pick<ServiceParts, 'db' | 'keyRing'> & {
  reports: ReportFiles
  runs: RunStore
  files: ReportFileStore
  /** notifies the worker of a due run */
  wake: () => void
  now: () => number
}

type Calls = typeof calls
type ScheduleService = {
  list: Handler<Actor, Calls['listReportSchedules']>
  create: Handler<Actor, Calls['createReportSchedule']>
  edit: Handler<Actor, Calls['editReportSchedule']>
  delete: Handler<Actor, Calls['deleteReportSchedule']>
  run: Handler<Actor, Calls['runReportSchedule']>
  nextRuns: Handler<Actor, Calls['nextReportRuns']>
  runs: Handler<Actor, Calls['listReportRuns']>
  retry: Handler<Actor, Calls['retryReportRun']>
  download: Handler<Actor, Calls['downloadReportFile']>
  deleteFile: Handler<Actor, Calls['deleteReportFile']>
}

/** Seconds after which a user may request another run of a report. */
const RETRY_AFTER = 30

/** Creates the service of scheduled reports: each user sees only their own. */
export function createScheduleService(parts: ScheduleServiceParts): ScheduleService {
  const { db, keyRing, reports, runs, files, wake, now } = parts
  const store = openScheduleStore(db)
  let last: Promise<unknown> = Promise.resolve()
  /** Adds runs one after the other, so that concurrent requests cannot exceed the limit of runs. */
  const inTurn = <T>(add: () => Promise<T>): Promise<T> => {
    const adding = last.then(add)
    last = adding.catch(() => undefined)
    return adding
  }
  /** @throws ApiError 429 when an owner has too many waiting runs */
  const checkLine = async ({ ownerId }: Pick<ReportRunDoc, 'ownerId'>): Promise<void> => {
    if ((await runs.openRunsOf(ownerId)) >= SCHEDULE_LIMITS.openRuns) throw overloaded(RETRY_AFTER)
  }
  /** Converts a form to stored members. @throws ApiError 400, 403, 404 where the report itself would be refused */
  const membersOf = async (id: string, form: ReportScheduleForm, actor: SessionActor) => {
    const { criteria, revision: _revision, period, ...members } = presentOf(form)
    const { reportId, level, filterId } = members
    if (filterId !== undefined && !(await readFilterConditions(parts, actor, { id: filterId })))
      throw invalidMember('filterId', messages.scheduleFilterGone)
    const time = new Date(now())
    const stretch = stretchOf(period, form, time)
    const body = {
      items: [
        ...criteria,
        ...(stretch
          ? [{ createdAt: { $gte: stretch.from.toISOString(), $lt: stretch.to.toISOString() } }]
          : []),
      ],
      ...(level === undefined ? {} : { level }),
      ...(reportId === undefined ? {} : { reportId }),
    }
    const { page, ofPatients } = await reports.check({ actor, page: form.page, body, now: time })
    const known = {
      ...members,
      page,
      period,
      criteria: sealConditions(keyRing, id, criteria),
      ...(ofPatients && actor.patientDataAccess ? { ofPatients: true as const } : {}),
      ...(form.enabled ? { nextAt: new Date(nextDue(form, now())) } : {}),
    }
    return known
  }
  const answerOf = async (schedule: ReportScheduleDoc, actor: SessionActor) =>
    toScheduleAnswer(keyRing, schedule, (await store.newestRuns(actor, [schedule._id])).get(schedule._id))
  return {
    list: async (_input, context) => {
      const actor = sessionOf(context.actor)
      const schedules = await store.list(actor)
      const [newest, mail, timeZone, person] = await Promise.all([
        store.newestRuns(
          actor,
          schedules.map(({ _id }) => _id),
        ),
        readMailSettings(parts),
        readTimeZone(db),
        db.models.users.findOne({ _id: new Types.ObjectId(actor.userId) }),
      ])
      return {
        data: schedules.map((schedule) => toScheduleAnswer(keyRing, schedule, newest.get(schedule._id))),
        mailReady: mail !== undefined,
        hasAddress: (person?.email ?? '') !== '',
        timeZone,
      }
    },
    create: async ({ body }, context) => {
      const actor = sessionOf(context.actor)
      const _id = randomUUID()
      const members = await membersOf(_id, body, actor)
      if (await store.isFull(actor)) throw conflict(messages.tooManySchedules)
      const schedule: ReportScheduleDoc = {
        _id,
        ownerId: new Types.ObjectId(actor.userId),
        ...members,
        createdAt: new Date(now()),
        revision: nextRevision(),
      }
      await store.insert(schedule)
      context.target('report-schedule', _id)
      return { err: 0 as const, message: messages.scheduleSaved, data: await answerOf(schedule, actor) }
    },
    edit: async ({ params: { id }, body }, context) => {
      const actor = sessionOf(context.actor)
      context.target('report-schedule', id)
      const read = await store.read(actor, id)
      requireRevision(read, body.revision)
      const stored = toScheduleAnswer(keyRing, read)
      // A schedule can be switched off even when its report is deleted or no longer accessible.
      const update = onlySwitchesOff(stored, body)
        ? { $set: { enabled: false }, $unset: { nextAt: 1 as const, stopped: 1 as const } }
        : replacing(await membersOf(id, body, actor))
      const schedule = await editDocument(db.models.reportSchedules, {
        filter: store.writable(actor, id),
        update,
        revision: revisionOf(read),
      })
      return { err: 0 as const, message: messages.scheduleSaved, data: await answerOf(schedule, actor) }
    },
    delete: async ({ params: { id } }, context) => {
      const actor = sessionOf(context.actor)
      context.target('report-schedule', id)
      const deletedRuns = await store.delete(actor, id)
      for (const { file } of deletedRuns) if (file) await files.delete(file.id)
      return { err: 0 as const, message: messages.scheduleDeleted }
    },
    run: async ({ params: { id } }, context) => {
      const actor = sessionOf(context.actor)
      context.target('report-schedule', id)
      const schedule = await store.read(actor, id)
      const _id = await inTurn(async () => {
        await checkLine(schedule)
        return runs.addByHand(schedule, now())
      })
      wake()
      return { err: 0 as const, message: messages.scheduleStarted, data: { _id } }
    },
    nextRuns: ({ body }) => {
      requireDay(body)
      const data: string[] = []
      for (let due = now(); data.length < 3; ) {
        due = nextDue(body, due)
        data.push(new Date(due).toISOString())
      }
      return { data }
    },
    runs: async ({ params: { id }, query }, context) => {
      const actor = sessionOf(context.actor)
      await store.read(actor, id)
      const { docs, count } = await findPage(
        db.models.reportRuns,
        store.runsOf(actor, id),
        { dueAt: -1, _id: -1 },
        query,
      )
      const mails = await runs.mails(docs.flatMap(({ mailId }) => mailId ?? []))
      const byId = new Map(mails.map((mail) => [mail._id, mail]))
      return { data: docs.map((run) => toRunAnswer(run, byId)), count }
    },
    retry: async ({ params: { id } }, context) => {
      const run = await store.readRun(sessionOf(context.actor), id)
      context.target('report-schedule', run.scheduleId)
      await inTurn(async () => {
        await checkLine(run)
        if (!(await runs.repeat(run, now()))) throw conflict(messages.runNotEnded)
      })
      wake()
      return { err: 0 as const, message: messages.runRepeated }
    },
    download: async ({ params: { id } }, context) => {
      const { file, scheduleId, ofPatients } = await store.readRun(sessionOf(context.actor), id)
      context.target('report-schedule', scheduleId)
      if (!file || file.mailOnly || !(await files.isThere(file.id))) throw notFound()
      context.auditDetails({ bytes: file.bytes, ...(ofPatients ? { ofPatients: 'yes' } : {}) })
      const { response } = context
      response.setHeader('Content-Type', file.mediaType)
      response.setHeader('Content-Length', file.bytes)
      response.setHeader('Content-Disposition', `attachment; filename="${file.name}"`)
      response.setHeader('Cache-Control', 'no-store')
      await sendStream(files.open(file.id), response)
    },
    deleteFile: async ({ params: { id } }, context) => {
      const run = await store.readRun(sessionOf(context.actor), id)
      context.target('report-schedule', run.scheduleId)
      if (!run.file || run.file.mailOnly) throw notFound()
      if (!(await runs.withoutFile(run))) throw notFound()
      await files.delete(run.file.id)
      return { err: 0 as const, message: messages.runFileDeleted }
    },
  }
}

/** Returns true if a form equals the stored schedule except for being switched off. */
function onlySwitchesOff(
  schedule: ReportSchedule,
  { enabled, revision: _seen, ...form }: ReportScheduleForm,
) {
  const { enabled: _enabled, revision: _revision, ...stored } = reportScheduleForm.parse(schedule)
  return !enabled && isDeepStrictEqual(form, stored)
}

const OPTIONAL = [
  'reportId',
  'filterId',
  'level',
  'nextAt',
  'language',
  'weekday',
  'dayOfMonth',
  'ofPatients',
] as const

/** Creates the update that replaces a schedule with a form; members missing in the form are removed. */
function replacing<Members extends { [Name in (typeof OPTIONAL)[number]]?: unknown }>(members: Members) {
  const absent = OPTIONAL.filter((name) => members[name] === undefined)
  return {
    $set: members,
    $unset: Object.fromEntries([...absent, 'stopped'].map((name) => [name, 1 as const])),
  }
}

/** Optional members that are absent instead of undefined. */
type Present<T> = { [K in keyof T]: Exclude<T[K], undefined> }
const presentOf = <T extends object>(members: T): Present<T> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Present<T>

/** @throws ApiError 400 when the day is missing */
function requireDay({
  every,
  weekday,
  dayOfMonth,
}: Pick<ReportScheduleForm, 'every' | 'weekday' | 'dayOfMonth'>): void {
  if (every === 'week' && weekday === undefined)
    throw invalidMember('weekday', messages.scheduleWeekdayNeeded)
  if (every === 'month' && dayOfMonth === undefined)
    throw invalidMember('dayOfMonth', messages.scheduleDayNeeded)
}
