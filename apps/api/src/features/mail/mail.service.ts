import { randomUUID } from 'node:crypto'
import type { ServiceParts, SessionActor } from '@wardtrack/access'
import { type MirthTest, messages, type RuleDelivery } from '@wardtrack/contracts'
import { sendMail } from '@wardtrack/outbound'
import { invalidMember, notFound } from '@wardtrack/service-kit'
import { type DeliveryQuery, findDeliveries, repeatDelivery } from './mail.store.ts'
import { readMailSettings } from './mail-settings.ts'

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
