import {
  type Actor,
  repeatUntilWritten,
  requireRevision,
  type ServiceParts,
  type SessionActor,
  sessionOf,
} from '@wardtrack/access'
import { type CustomReport, type CustomReportForm, type calls, messages } from '@wardtrack/contracts'
import { type CustomReportDoc, nextRevision, revisionOf, Types, updateAtRevision } from '@wardtrack/database'
import { PATIENT } from '@wardtrack/patient-rule'
import { conflict, forbidden, type Handler } from '@wardtrack/service-kit'
import type { AssetLists } from '../assets/index.ts'
import type { MetadataStore } from '../metadata/index.ts'
import { checkReport } from './check-report.ts'
import { isShared, mayEditReport, openCustomReportStore } from './custom-reports.store.ts'

/** Dependencies of the calls of custom reports. */
export type CustomReportParts = Pick<ServiceParts, 'db' | 'bus'> & {
  metadata: MetadataStore
  lists: AssetLists
}

type CustomReportService = {
  list: Handler<Actor, typeof calls.getAllCustomReports>
  read: Handler<Actor, typeof calls.getCustomReportById>
  create: Handler<Actor, typeof calls.createCustomReport>
  edit: Handler<Actor, typeof calls.editCustomReportById>
  delete: Handler<Actor, typeof calls.deleteCustomReportById>
}

/** Creates the service of custom reports, which announces shared ones to all consoles. */
export function createCustomReportService({ db, bus, metadata }: CustomReportParts): CustomReportService {
  const store = openCustomReportStore(db)
  const publish = (...states: readonly CustomReportDoc[]): void => {
    const seen = states.filter(isShared)
    if (seen.length === 0) return
    const isForPatients = seen.every(({ ofPatients }) => ofPatients)
    bus.publish('config.changed', { what: 'reports', ...(isForPatients ? { ofPatients: true } : {}) })
  }
  const check = async (form: CustomReportForm, actor: SessionActor, body: unknown): Promise<void> =>
    checkReport(form, { actor, types: (await metadata.read()).types, body })
  /** @throws ApiError 409 when the maximum number of shared reports is reached */
  const requireSharingRoom = async (after: CustomReportMembers, before?: CustomReportDoc): Promise<void> => {
    const isCounted = before && isShared(before) && before.ofPatients === after.ofPatients
    if (isShared(after) && !isCounted && (await store.isSharingFull(after.ofPatients)))
      throw conflict(messages.tooManySharedReports)
  }
  /** @throws ApiError 404 for a report that the user does not see, 403 for one of another user */
  const readEditable = async (actor: SessionActor, id: string): Promise<CustomReportDoc> => {
    const report = await store.read(actor, id)
    if (!mayEditReport(report, actor)) throw forbidden()
    return report
  }
  return {
    list: async (_input, context) => {
      const actor = sessionOf(context.actor)
      const data = (await store.visible(actor)).map((report) => toAnswer(report, actor))
      return { data, count: data.length }
    },
    read: async ({ params }, context) => {
      const actor = sessionOf(context.actor)
      return toAnswer(await store.read(actor, params.reportId), actor)
    },
    create: async ({ body }, context) => {
      const actor = sessionOf(context.actor)
      await check(body, actor, context.request.body)
      const members = membersOf(body)
      if (await store.isOwnerFull(actor)) throw conflict(messages.tooManyOwnedReports)
      await requireSharingRoom(members)
      const now = new Date()
      const report: CustomReportDoc = {
        _id: new Types.ObjectId(),
        ...members,
        ownerId: new Types.ObjectId(actor.userId),
        owner: actor.username,
        createdAt: now,
        updatedAt: now,
        revision: nextRevision(),
      }
      await db.models.customReports.create(report)
      context.target('custom-report', report._id.toHexString())
      publish(report)
      return { err: 0 as const, message: messages.reportSaved, data: toAnswer(report, actor) }
    },
    edit: async ({ params, body }, context) => {
      const actor = sessionOf(context.actor)
      context.target('custom-report', params.reportId)
      await check(body, actor, context.request.body)
      const members = membersOf(body)
      const absent = (['TargetField', 'tag'] as const).filter((member) => members[member] === undefined)
      const update = {
        $set: { ...members, updatedAt: new Date() },
        ...(absent.length > 0
          ? { $unset: Object.fromEntries(absent.map((member) => [member, 1 as const])) }
          : {}),
      }
      const { before, after } = await repeatUntilWritten(async () => {
        const read = await readEditable(actor, params.reportId)
        requireRevision(read, body.revision)
        await requireSharingRoom(members, read)
        const filter = { _id: read._id }
        const revision = revisionOf(read)
        const changed = await updateAtRevision(db.models.customReports, { filter, update, revision })
        return changed ? { before: read, after: changed } : undefined
      })
      publish(before, after)
      return { err: 0 as const, message: messages.reportSaved, data: toAnswer(after, actor) }
    },
    delete: async ({ params }, context) => {
      const actor = sessionOf(context.actor)
      context.target('custom-report', params.id)
      const report = await repeatUntilWritten(async () => store.delete(await readEditable(actor, params.id)))
      publish(report)
      return { err: 0 as const, message: messages.reportDeleted }
    },
  }
}

/** Members of a report that its author edits; the others hold its owner and its times. */
type CustomReportMembers = Omit<
  CustomReportDoc,
  '_id' | 'ownerId' | 'owner' | 'createdAt' | 'updatedAt' | 'revision'
>

function membersOf({ revision: _revision, ...form }: CustomReportForm): CustomReportMembers {
  return { ...form, ofPatients: form.Subject === PATIENT }
}

/** Converts a stored report to its response. */
function toAnswer(report: CustomReportDoc, actor: SessionActor): CustomReport {
  const {
    _id,
    ownerId: _ownerId,
    ofPatients: _ofPatients,
    createdAt,
    updatedAt: _updatedAt,
    ...shown
  } = report
  return {
    ...shown,
    _id: _id.toHexString(),
    mayEdit: mayEditReport(report, actor),
    createdAt: createdAt.toISOString(),
    revision: revisionOf(report),
  }
}
