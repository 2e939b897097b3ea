import { holdsAny, type SessionActor } from '@wardtrack/access'
import { CUSTOM_REPORT_LIMITS, PAGE_SETS, type ReportShare } from '@wardtrack/contracts'
import {
  atRevision,
  type CustomReportDoc,
  type Database,
  revisionOf,
  Types,
  trusted,
} from '@wardtrack/database'
import { mayKnowType } from '@wardtrack/patient-rule'
import { notFound } from '@wardtrack/service-kit'

/** Shares by which more people than the owner see a report. */
const SHARED: readonly ReportShare[] = ['Everyone', 'Tag']

/** Whether a report is a person's own. */
const isOwnedBy = ({ ownerId }: CustomReportDoc, { userId }: SessionActor): boolean =>
  ownerId.toHexString() === userId

/** The shares by which a person sees reports of others: those by a tag are for people who compose reports. */
const sharesFor = ({ allowedRoutes }: SessionActor): readonly ReportShare[] =>
  holdsAny(allowedRoutes, PAGE_SETS.GENERATE_REPORT) ? SHARED : ['Everyone']

/** Whether more people than its owner see a report. */
export const isShared = ({ share }: Pick<CustomReportDoc, 'share'>): boolean => SHARED.includes(share)

/** Whether a person may change and delete a report that they see. */
export const mayEditReport = (report: CustomReportDoc, actor: SessionActor): boolean =>
  isOwnedBy(report, actor) || holdsAny(actor.allowedRoutes, ['admin-config'])

/** Which reports a query looks at: those of patients only for people with the flag. */
const ofKnownSubject = ({ patientDataAccess }: SessionActor) =>
  patientDataAccess ? {} : { ofPatients: false }

/** The stored custom reports, as people may see them. */
export function openCustomReportStore({ models: { customReports } }: Database) {
  const find = async (id: string): Promise<CustomReportDoc | null> =>
    Types.ObjectId.isValid(id) ? customReports.findOne({ _id: new Types.ObjectId(id) }) : null
  return {
    /** every report that a person sees, by name */
    visible: async (actor: SessionActor): Promise<CustomReportDoc[]> => {
      const known = ofKnownSubject(actor)
      const share = trusted({ $in: [...sharesFor(actor)] })
      const [owned, shared] = await Promise.all([
        customReports.find({ ownerId: new Types.ObjectId(actor.userId), ...known }),
        customReports.find({ share, ...known }),
      ])
      const byId = new Map([...owned, ...shared].map((report) => [report._id.toHexString(), report]))
      return [...byId.values()].sort(byName)
    },
    /** @throws ApiError 404 when there is none that the person sees */
    read: async (actor: SessionActor, id: string): Promise<CustomReportDoc> => {
      const report = await find(id)
      const isSeen = report && (isOwnedBy(report, actor) || sharesFor(actor).includes(report.share))
      if (!isSeen || !mayKnowType(actor, report.Subject)) throw notFound()
      return report
    },
    /** whether a person has as many reports as one may, of those they know of */
    isOwnerFull: async (actor: SessionActor): Promise<boolean> => {
      const owned = { ownerId: new Types.ObjectId(actor.userId), ...ofKnownSubject(actor) }
      return (await customReports.countDocuments(owned)) >= CUSTOM_REPORT_LIMITS.owned
    },
    /** whether as many are shared as may be; those of patients are counted apart, so that no refusal tells of them */
    isSharingFull: async (ofPatients: boolean): Promise<boolean> => {
      const shared = { share: trusted({ $in: [...SHARED] }), ofPatients }
      return (await customReports.countDocuments(shared)) >= CUSTOM_REPORT_LIMITS.shared
    },
    /** deletes a report that still is as it was read. @returns it; undefined when it was changed or deleted since */
    delete: async (read: CustomReportDoc): Promise<CustomReportDoc | undefined> => {
      const { deletedCount } = await customReports.deleteOne({
        _id: read._id,
        ...atRevision(revisionOf(read)),
      })
      return deletedCount > 0 ? read : undefined
    },
  }
}

const byName = (a: CustomReportDoc, b: CustomReportDoc): number =>
  Buffer.compare(Buffer.from(a.Name), Buffer.from(b.Name)) ||
  (a._id.toHexString() < b._id.toHexString() ? -1 : 1)
