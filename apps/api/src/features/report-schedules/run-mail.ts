import type { ServiceParts } from '@wardtrack/access'
import { messages, SCHEDULE_LIMITS } from '@wardtrack/contracts'
import { type ReportRunDoc, type ReportScheduleDoc, Types, type UserDoc } from '@wardtrack/database'
import { addDeliveries, mailResult, type OutboxSender, sendMail } from '@wardtrack/outbound'
import { readMailSettings } from '../mail/index.ts'
import { mailIdOf, mayGetMail } from '../rule-messages/index.ts'
import type { ReportFileStore } from './report-file-store.ts'
import { scheduleMail } from './schedule-texts.ts'

/** The kind of its mails in the outbox. */
export const REPORT_MAIL = 'ReportMail'

/** A mail as it waits in the outbox: the file is read, and the address looked up, when it is sent. */
type RunMailPayload = {
  user: string
  subject: string
  text: string
  messageId: string
  file?: { id: string; name: string; mediaType: string }
}

/** What is written of a mail in its run. */
type MailNote = Pick<ReportRunDoc, 'mail' | 'mailId'>

/**
 * Puts the mail of a run into the outbox, under an id of its own for each time that the run was asked for. A file that
 * tells of patients does not leave the house by mail: the mail says that it is ready.
 */
export async function addRunMail(
  parts: Pick<ServiceParts, 'db' | 'keyRing'>,
  run: ReportRunDoc,
  content: {
    schedule: ReportScheduleDoc
    owner: UserDoc
    file: NonNullable<ReportRunDoc['file']>
    ofPatients: boolean
  },
): Promise<MailNote> {
  const { schedule, owner, file, ofPatients } = content
  const settings = await readMailSettings(parts)
  if (!settings) return { mail: 'no-server' }
  if ((owner.email ?? '') === '') return { mail: 'no-address' }
  const isTooLarge = file.bytes > SCHEDULE_LIMITS.attachmentBytes
  const kind = ofPatients ? 'patients' : isTooLarge ? 'tooLarge' : 'attached'
  const id = `${run._id}-${run.retries}`
  const payload: RunMailPayload = {
    user: owner._id.toHexString(),
    ...scheduleMail(kind, {
      name: schedule.Name,
      language: schedule.language ?? owner.preferences?.language,
      consoleAddress: settings.consoleAddress,
    }),
    messageId: mailIdOf(id, settings.server.from),
    ...(kind === 'attached' ? { file: { id: file.id, name: file.name, mediaType: file.mediaType } } : {}),
  }
  await addDeliveries(parts.db, REPORT_MAIL, [{ id, payload: JSON.stringify(payload), ofPatients }])
  return { mailId: `${REPORT_MAIL}|${id}` }
}

/** Takes the mails of scheduled reports to the mail server, to the address that their owner has now. */
export function createRunMailSender(
  parts: Pick<ServiceParts, 'db' | 'keyRing' | 'outboundAllow'>,
  files: ReportFileStore,
): OutboxSender {
  return {
    send: async ({ entry }, signal) => {
      const { user, subject, text, messageId, file } = JSON.parse(entry.payload) as RunMailPayload
      const [settings, owner] = await Promise.all([
        readMailSettings(parts),
        parts.db.models.users.findOne({ _id: new Types.ObjectId(user) }),
      ])
      if (!mayGetMail(owner, entry.ofPatients ?? false))
        return { state: 'failed', reason: 'recipient-without-mail' }
      // It was taken away in this moment: the worker forgets what waits.
      if (!settings) return { state: 'refused', reason: messages.mailServerMissing }
      if (file && !(await files.isThere(file.id))) return { state: 'failed', reason: 'file-removed' }
      const attachments = file
        ? [{ filename: file.name, contentType: file.mediaType, content: await files.read(file.id) }]
        : []
      const mail = { to: owner.email, subject, text, messageId, attachments }
      const answer = await sendMail(settings.server, mail, { allowed: parts.outboundAllow ?? [] }, signal)
      return mailResult(answer)
    },
    close: () => undefined,
  }
}
