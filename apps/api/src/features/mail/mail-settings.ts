import type { ServiceParts } from '@wardtrack/access'
import type { MailSecurity } from '@wardtrack/contracts'
import { type Database, revisionOf, settingId } from '@wardtrack/database'
import { isSealed } from '@wardtrack/encryption'
import type { MailServer } from '@wardtrack/outbound'

/** Mail server settings, and further data for mails. */
export type MailSettings = {
  server: MailServer
  /** address of the console without a final slash, for links in mails */
  consoleAddress: string
  /** changes with every edit */
  revision: string
}

const ID = settingId('Mail', 'Mail')

/** Reads the mail server; undefined until one is saved. */
export async function readMailSettings({
  db,
  keyRing,
}: Pick<ServiceParts, 'db' | 'keyRing'>): Promise<MailSettings | undefined> {
  const setting = await db.models.settings.findOne({ _id: ID })
  if (!setting) return undefined
  const { Host, Port, Security, Username, Password, From, ConsoleAddress } = setting.Fields
  const sealed = String(Password)
  return {
    server: {
      host: String(Host),
      port: Number(Port),
      security: Security as MailSecurity,
      username: String(Username),
      password: isSealed(sealed)
        ? keyRing.open(sealed, { collection: 'settings', id: ID, field: 'Password' })
        : sealed,
      from: String(From),
    },
    consoleAddress: String(ConsoleAddress),
    revision: revisionOf(setting),
  }
}

/** Returns the time zone of the hospital, or that of this machine until one is saved. */
export async function readTimeZone(db: Database): Promise<string> {
  const setting = await db.models.settings.findOne({ _id: settingId('Hospital', 'Hospital') })
  const saved = setting?.Fields['TimeZone']
  return typeof saved === 'string' && saved !== ''
    ? saved
    : new Intl.DateTimeFormat().resolvedOptions().timeZone
}
