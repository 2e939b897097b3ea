import { randomUUID } from 'node:crypto'
import type { ServiceParts, SessionActor } from '@wardtrack/access'
import { type MirthTest, messages, type RuleDelivery } from '@wardtrack/contracts'
import { sendMail } from '@wardtrack/outbound'
import { invalidMember, notFound } from '@wardtrack/service-kit'
import { type DeliveryQuery, findDeliveries, repeatDelivery } from './mail.store.ts'
import { readMailSettings } from './mail-settings.ts'

/** How long a test waits for the mail server, in milliseconds. */
const TEST_MS = 20_000

/** What the calls about mail do. @param resume makes the workers of this process look into the outbox at once */
export function createMailService(parts: ServiceParts, resume: () => void) {
  const { db, outboundAllow: allowed = [] } = parts
  return {
    /** sends a mail that tells of nothing, and gives what the server said. @throws ApiError 400 without a mail server */
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
    /** deliveries of rules; without the patient-data flag those that tell of patients are not there */
    list: async (
      query: DeliveryQuery,
      actor: SessionActor,
    ): Promise<{ data: RuleDelivery[]; count: number }> => findDeliveries(db, actor, query),
    /** makes a delivery due now. @throws ApiError 404 */
    repeat: async (id: string, actor: SessionActor): Promise<void> => {
      if (!(await repeatDelivery(db, actor, id))) throw notFound()
      resume()
    },
  }
}
