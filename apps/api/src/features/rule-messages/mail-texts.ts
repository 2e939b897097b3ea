/** Texts of mails in one language. */
export type MailTexts = {
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
export const mailTexts = (language = ''): MailTexts => LANGUAGES[language.slice(0, 2)] ?? en
