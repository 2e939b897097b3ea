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

/** Shares that show a report to more users than its owner. */
const SHARED: readonly ReportShare[] = ['Everyone', 'Tag']

/** Returns true if a user owns a report. */
const isOwnedBy = ({ ownerId }: CustomReportDoc, { userId }: SessionActor): boolean =>
  ownerId.toHexString() === userId

/** Returns the shares of other users' reports visible to a user: those by tag are for users who create reports. */
const sharesFor = ({ allowedRoutes }: SessionActor): readonly ReportShare[] =>
  holdsAny(allowedRoutes, PAGE_SETS.GENERATE_REPORT) ? SHARED : ['Everyone']

/** Returns true if more users than its owner see a report. */
export const isShared = ({ share }: Pick<CustomReportDoc, 'share'>): boolean => SHARED.includes(share)

/** Returns true if a user may change and delete a visible report. */
export const mayEditReport = (report: CustomReportDoc, actor: SessionActor): boolean =>
  isOwnedBy(report, actor) || holdsAny(actor.allowedRoutes, ['admin-config'])

/** Returns the condition on the subject: reports about patients are only for users with the flag. */
const ofKnownSubject = ({ patientDataAccess }: SessionActor) =>
  patientDataAccess ? {} : { ofPatients: false }

/** Opens the stored custom reports, limited to those visible to users. */
export function openCustomReportStore({ models: { customReports } }: Database) {
  const find = async (id: string): Promise<CustomReportDoc | null> =>
    Types.ObjectId.isValid(id) ? customReports.findOne({ _id: new Types.ObjectId(id) }) : null
  return {
    /** every report visible to a user, by name */
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
    /** @throws ApiError 404 when the user sees no report with this id */
    read: async (actor: SessionActor, id: string): Promise<CustomReportDoc> => {
      const report = await find(id)
      const isSeen = report && (isOwnedBy(report, actor) || sharesFor(actor).includes(report.share))
      if (!isSeen || !mayKnowType(actor, report.Subject)) throw notFound()
      return report
    },
    /** returns true if a user has the maximum number of reports, counting only visible ones */
    isOwnerFull: async (actor: SessionActor): Promise<boolean> => {
      const owned = { ownerId: new Types.ObjectId(actor.userId), ...ofKnownSubject(actor) }
      return (await customReports.countDocuments(owned)) >= CUSTOM_REPORT_LIMITS.owned
    },
    /**
     * returns true if the maximum of shared reports is reached; patients are counted separately, so that a refusal
     * does not reveal them
     */
    isSharingFull: async (ofPatients: boolean): Promise<boolean> => {
      const shared = { share: trusted({ $in: [...SHARED] }), ofPatients }
      return (await customReports.countDocuments(shared)) >= CUSTOM_REPORT_LIMITS.shared
    },
    /**
     * deletes a report if it is unchanged since it was read. @returns the report; undefined when it was changed or
     * deleted meanwhile
     */
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
