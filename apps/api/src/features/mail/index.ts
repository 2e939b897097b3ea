export { mailRoutes } from './mail.routes.ts'
export { type MailSettings, readMailSettings, readTimeZone } from './mail.service.ts'
