import type { ServiceParts } from '@wardtrack/access'
import { messages, SCHEDULE_LIMITS } from '@wardtrack/contracts'
import { type ReportRunDoc, type ReportScheduleDoc, Types, type UserDoc } from '@wardtrack/database'
import { addDeliveries, mailResult, type OutboxSender, sendMail } from '@wardtrack/outbound'
import { readMailSettings } from '../mail/index.ts'
import { mailIdOf, mayGetMail } from '../rule-messages/index.ts'
import type { ReportFileStore } from './report-file-store.ts'

/** Texts of mails about scheduled reports in one language. */
type ScheduleTexts = {
  subject: (name: string) => string
  patientSubject: string
  attached: string
  tooLarge: string
  patients: string
  open: string
  why: string
}

const en: ScheduleTexts = {
  subject: (name) => `Report: ${name}`,
  patientSubject: 'A scheduled report is ready',
  attached: 'Your scheduled report is attached.',
  tooLarge: 'Your scheduled report is ready. It is too large for a mail.',
  patients: 'A report that you scheduled is ready. It is about patients and therefore not sent by mail.',
  open: 'Your scheduled reports in Wardtrack:',
  why: 'You get this mail because you scheduled this report in Wardtrack.',
}
const de: ScheduleTexts = {
  subject: (name) => `Bericht: ${name}`,
  patientSubject: 'Ein geplanter Bericht ist fertig',
  attached: 'Der von Ihnen geplante Bericht ist angehängt.',
  tooLarge: 'Der von Ihnen geplante Bericht ist fertig. Er ist zu groß für eine E-Mail.',
  patients:
    'Ein von Ihnen geplanter Bericht ist fertig. Er handelt von Patienten und wird darum nicht per E-Mail verschickt.',
  open: 'Ihre geplanten Berichte in Wardtrack:',
  why: 'Sie erhalten diese E-Mail, weil Sie diesen Bericht in Wardtrack geplant haben.',
}
const es: ScheduleTexts = {
  subject: (name) => `Informe: ${name}`,
  patientSubject: 'Un informe programado está listo',
  attached: 'El informe que ha programado va adjunto.',
  tooLarge: 'El informe que ha programado está listo. Es demasiado grande para un correo.',
  patients: 'Un informe que ha programado está listo. Trata de pacientes y por eso no se envía por correo.',
  open: 'Sus informes programados en Wardtrack:',
  why: 'Recibe este correo porque ha programado este informe en Wardtrack.',
}
const LANGUAGES: Readonly<Record<string, ScheduleTexts>> = { en, de, es }

/**
 * Returns the text of a mail about a run, with the file or the reason for its absence. A mail about patients names no
 * data.
 */
function scheduleMail(
  kind: 'attached' | 'tooLarge' | 'patients',
  {
    name,
    language = '',
    consoleAddress,
  }: { name: string; language?: string | undefined; consoleAddress: string },
): { subject: string; text: string } {
  const texts = LANGUAGES[language.slice(0, 2)] ?? en
  const subject = kind === 'patients' ? texts.patientSubject : texts.subject(name)
  const link = `${consoleAddress}/#/report/schedules`
  return {
    subject: `[Wardtrack] ${subject}`,
    text: [texts[kind], '', texts.open, link, '', texts.why, ''].join('\n'),
  }
}

/** Kind of these mails in the outbox. */
export const REPORT_MAIL = 'ReportMail'

/** Mail in the outbox: its file and address are read at the time of sending. */
type RunMailPayload = {
  user: string
  subject: string
  text: string
  messageId: string
  file?: { id: string; name: string; mediaType: string }
}

/** Members of a run about its mail. */
type MailNote = Pick<ReportRunDoc, 'mail' | 'mailId'>

/**
 * Adds the mail of a run to the outbox, with a new id for each requested repetition. A file about patients is never
 * attached: the mail announces that it is ready.
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

/** Sends the mails of scheduled reports to the mail server, to the owner's current address. */
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
      // The mail server has just been removed: the worker drops waiting mails.
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
