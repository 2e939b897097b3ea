import type { ServiceParts } from '@wardtrack/access'
import { messages } from '@wardtrack/contracts'
import { Types } from '@wardtrack/database'
import { mailResult, type OutboxSender, sendMail } from '@wardtrack/outbound'
import { readMailSettings } from '../mail/index.ts'
import type { MailPayload } from './compose-mail.ts'
import { mayGetMail } from './recipients.ts'

/** Sends mails to the mail server, each to the current address of its recipient. */
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
        return { state: 'failed', reason: 'recipient-without-mail' }
      // The mail server has just been removed: the worker drops waiting mails.
      if (!settings) return { state: 'refused', reason: messages.mailServerMissing }
      const mail = { to: recipient.email, subject, text, messageId }
      const answer = await sendMail(settings.server, mail, { allowed: parts.outboundAllow ?? [] }, signal)
      return mailResult(answer)
    },
    close: () => undefined,
  }
}
