import { createHash } from 'node:crypto'
import type { NotificationDoc } from '@wardtrack/database'
import { firstPerAsset } from '../notifications/index.ts'

/** Texts of mails in one language. */
type MailTexts = {
  /** locale for times */
  locale: string
  /** subject for a rule about patients, without details of the rule, the patients or the event */
  patientSubject: string
  patientText: (count: number) => string
  subject: (rule: string, message: string) => string
  manySubject: (rule: string, count: number) => string
  more: (count: number) => string
  open: string
  why: string
}

const en: MailTexts = {
  locale: 'en-GB',
  patientSubject: 'A rule about patients has fired',
  patientText: (count) =>
    count === 1 ? 'A rule about patients has fired.' : `A rule about patients has fired ${count} times.`,
  subject: (rule, message) => `${rule}: ${message}`,
  manySubject: (rule, count) => `${rule}: ${count} notifications`,
  more: (count) => `… and ${count} more.`,
  open: 'Read it in Wardtrack:',
  why: 'You get this mail because a notification rule of Wardtrack names you or a privilege that you hold.',
}
const de: MailTexts = {
  locale: 'de',
  patientSubject: 'Eine Regel über Patienten hat ausgelöst',
  patientText: (count) =>
    count === 1
      ? 'Eine Regel über Patienten hat ausgelöst.'
      : `Eine Regel über Patienten hat ${count}-mal ausgelöst.`,
  subject: (rule, message) => `${rule}: ${message}`,
  manySubject: (rule, count) => `${rule}: ${count} Benachrichtigungen`,
  more: (count) => `… und ${count} weitere.`,
  open: 'In Wardtrack lesen:',
  why: 'Sie erhalten diese E-Mail, weil eine Benachrichtigungsregel von Wardtrack Sie oder eine Ihrer Berechtigungen nennt.',
}
const es: MailTexts = {
  locale: 'es',
  patientSubject: 'Se ha activado una regla sobre pacientes',
  patientText: (count) =>
    count === 1
      ? 'Se ha activado una regla sobre pacientes.'
      : `Una regla sobre pacientes se ha activado ${count} veces.`,
  subject: (rule, message) => `${rule}: ${message}`,
  manySubject: (rule, count) => `${rule}: ${count} notificaciones`,
  more: (count) => `… y ${count} más.`,
  open: 'Léalo en Wardtrack:',
  why: 'Recibe este correo porque una regla de notificación de Wardtrack le nombra a usted o a un privilegio que tiene.',
}
const LANGUAGES: Readonly<Record<string, MailTexts>> = { en, de, es }

/**
 * Returns the texts of a user's language, or English when the language is not available. @param language a tag such
 * as `de-AT`
 */
const mailTexts = (language = ''): MailTexts => LANGUAGES[language.slice(0, 2)] ?? en

/** Mail in the outbox. */
export type MailPayload = {
  /** id of the rule */
  rule: string
  /** internal id of the recipient, whose address is read at the time of sending */
  user: string
  subject: string
  text: string
  messageId: string
}

/** Content of a mail. */
export type MailContent = {
  notifications: readonly NotificationDoc[]
  /** text of each notification, in order */
  messages: readonly string[]
  consoleAddress: string
  timeZone: string
}

/** Maximum number of notifications listed in a mail. */
const MAX_LINES = 25
const MAX_SUBJECT = 150

/**
 * Returns the subject and text of a mail in a language. A mail about patients only announces that there is a
 * notification.
 */
export function composeMail(
  { notifications, messages, consoleAddress, timeZone }: MailContent,
  language: string | undefined,
): Pick<MailPayload, 'subject' | 'text'> {
  const texts = mailTexts(language)
  const [first] = notifications
  const isAboutPatients = notifications.some(({ ofPatient }) => ofPatient)
  const footer = ['', texts.open, `${consoleAddress}/${linkOf(notifications)}`, '', texts.why, '']
  if (!first || isAboutPatients)
    return {
      subject: `[Wardtrack] ${texts.patientSubject}`,
      text: [texts.patientText(notifications.length), ...footer].join('\n'),
    }
  const format = new Intl.DateTimeFormat(texts.locale, {
    timeZone,
    dateStyle: 'medium',
    timeStyle: 'short',
  })
  const lines = notifications
    .slice(0, MAX_LINES)
    .map(({ createdAt }, index) => `${format.format(createdAt)}  ${messages[index] ?? ''}`)
  const unlistedCount = notifications.length - lines.length
  const subject =
    notifications.length === 1
      ? texts.subject(first.Name, messages[0] ?? '')
      : texts.manySubject(first.Name, notifications.length)
  return {
    subject: `[Wardtrack] ${singleLine(subject).slice(0, MAX_SUBJECT)}`,
    text: [
      first.Name,
      '',
      ...lines.map(singleLine),
      ...(unlistedCount > 0 ? [texts.more(unlistedCount)] : []),
      ...footer,
    ].join('\n'),
  }
}

/** Returns the link to the page of the asset; for several assets or patients, the console itself. */
function linkOf(notifications: readonly NotificationDoc[]): string {
  const [first] = notifications
  const entry = first?.entries[0]
  if (!entry || notifications.length > 1 || firstPerAsset(first.entries).length > 1 || first.ofPatient)
    return ''
  return `#/asset-detail;type=${encodeURIComponent(entry.AssetType)};id=${encodeURIComponent(entry.AssetId)}`
}

/** Integrations choose asset names: a line break in one must not create a line in the mail. */
const singleLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')

/**
 * Returns the id of a mail, the same for every attempt. @param delivery its id in the outbox @param from address of
 * the sender
 */
export const mailIdOf = (delivery: string, from: string): string =>
  `${createHash('sha256').update(delivery).digest('hex').slice(0, 40)}@${from.slice(from.indexOf('@') + 1)}`
