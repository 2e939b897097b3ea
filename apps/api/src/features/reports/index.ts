export { findMember, withoutMember } from './body-members.ts'
export { fieldsOnPage, META_DATA, NEARBY_PAGE } from './own-fields.ts'
export { withReportLog } from './report-log.ts'
export { reportRoutes } from './reports.routes.ts'
