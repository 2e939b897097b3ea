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
export function scheduleMail(
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
