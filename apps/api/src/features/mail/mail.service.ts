import { randomUUID } from 'node:crypto'
import type { ServiceParts, SessionActor } from '@wardtrack/access'
import { type MailSecurity, type MirthTest, messages, type RuleDelivery } from '@wardtrack/contracts'
import { type Database, revisionOf, settingId } from '@wardtrack/database'
import { isSealed } from '@wardtrack/encryption'
import { type MailServer, sendMail } from '@wardtrack/outbound'
import { invalidMember, notFound } from '@wardtrack/service-kit'
import { type DeliveryQuery, findDeliveries, repeatDelivery } from './mail.store.ts'

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

/** Timeout of a mail server test in milliseconds. */
const TEST_MS = 20_000

/** Creates the mail service. @param resume makes the workers of this process check the outbox immediately */
export function createMailService(parts: ServiceParts, resume: () => void) {
  const { db, outboundAllow: allowed = [] } = parts
  return {
    /** sends a mail without data, and returns the server's response. @throws ApiError 400 without a mail server */
    test: async (to: string): Promise<MirthTest> => {
      const settings = await readMailSettings(parts)
      if (!settings) throw invalidMember('to', messages.mailServerMissing)
      const { server, consoleAddress } = settings
      const started = performance.now()
      const domain = server.from.slice(server.from.indexOf('@') + 1)
      const { accepted, code, text, failure } = await sendMail(
        server,
        {
          to,
          subject: '[Wardtrack] Test',
          text: `This is a test of the mail server of Wardtrack.\n\n${consoleAddress}/\n`,
          messageId: `test-${randomUUID()}@${domain}`,
        },
        { allowed },
        AbortSignal.timeout(TEST_MS),
      )
      const took = Math.round(performance.now() - started)
      return {
        accepted,
        ...(failure === undefined ? {} : { error: failure }),
        ...(code === undefined ? {} : { status: code, text }),
        took,
      }
    },
    /** lists deliveries of rules; without the patient-data flag, those about patients are hidden */
    list: async (
      query: DeliveryQuery,
      actor: SessionActor,
    ): Promise<{ data: RuleDelivery[]; count: number }> => findDeliveries(db, actor, query),
    /** makes a delivery due immediately. @throws ApiError 404 */
    repeat: async (id: string, actor: SessionActor): Promise<void> => {
      if (!(await repeatDelivery(db, actor, id))) throw notFound()
      resume()
    },
  }
}
