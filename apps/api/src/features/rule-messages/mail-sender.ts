import type { ServiceParts } from '@wardtrack/access'
import { Types } from '@wardtrack/database'
import { type OutboxSender, sendMail } from '@wardtrack/outbound'
import { readMailSettings } from '../mail/index.ts'
import type { MailPayload } from './compose-mail.ts'
import { mayGetMail } from './recipients.ts'

/** Takes mails to the mail server. Each goes to the address that its recipient has now. */
export function createMailSender(
  parts: Pick<ServiceParts, 'db' | 'keyRing' | 'outboundAllow'>,
): OutboxSender {
  return {
    send: async ({ entry }, signal) => {
      const { user, subject, text, messageId } = JSON.parse(entry.payload) as MailPayload
      const [settings, recipient] = await Promise.all([
        readMailSettings(parts),
        parts.db.models.users.findOne({ _id: new Types.ObjectId(user) }),
      ])
      if (!mayGetMail(recipient, entry.ofPatients ?? false))
        return { state: 'failed', reason: 'This person gets no mail any more.' }
      // It was taken away in this moment: the worker forgets what waits.
      if (!settings) return { state: 'refused', reason: 'No mail server is saved.' }
      const mail = { to: recipient.email, subject, text, messageId }
      const answer = await sendMail(settings.server, mail, { allowed: parts.outboundAllow ?? [] }, signal)
      if (answer.accepted) return { state: 'delivered' }
      if (answer.isFinal) return { state: 'failed', reason: answer.text }
      // Of one mail the server says so; without an answer, or a login, no mail can be sent.
      const isOfTheMail = answer.isAboutTheMail
      return { state: isOfTheMail ? 'refused' : 'unavailable', reason: answer.text }
    },
    close: () => undefined,
  }
}
