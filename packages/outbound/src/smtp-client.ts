import { isIP } from 'node:net'
import type { DeliveryFailure, MailSecurity } from '@wardtrack/contracts'
import { createTransport } from 'nodemailer'
import { AddressNotAllowed } from './address-rules.ts'
import { failureOf } from './delivery-failure.ts'
import type { SendResult } from './outbox-sender.ts'
import { resolveTarget, type TargetRules } from './resolve-target.ts'

/** A mail server, with its login and sender. */
export type MailServer = {
  host: string
  port: number
  security: MailSecurity
  /** empty without a login */
  username: string
  password: string
  /** sender address of mails */
  from: string
}

/** A mail to one person. */
export type Mail = {
  to: string
  subject: string
  text: string
  /** without angle brackets, the same for every attempt */
  messageId: string
  attachments?: readonly { filename: string; contentType: string; content: Buffer }[]
}

/** Rules for callable addresses, and an additional trusted certificate. */
export type MailRules = TargetRules & { ca?: string }

/** A mail server's answer, or the reason why there was no connection. */
export type MailAnswer = {
  accepted: boolean
  /** SMTP reply code (RFC 5321, 4.2.1) */
  code?: number
  /** text of the server; absent without an answer */
  text?: string
  /** reason why the server did not accept the mail, or why there was no connection */
  failure?: DeliveryFailure
  /** true when the server will never accept this mail, so that a retry is useless */
  isFinal: boolean
  /** true when the refusal concerns this mail or its recipient, not the connection or the login */
  isAboutTheMail: boolean
}

const CONNECT_MS = 10_000
const SILENCE_MS = 20_000
const MAX_TEXT = 500

/** Returns the result of a delivery by mail, with the server's text if any. */
export function mailResult({
  accepted,
  isFinal,
  isAboutTheMail,
  text,
  failure = 'no-answer',
}: MailAnswer): SendResult {
  if (accepted) return { state: 'delivered' }
  const reason = text ?? failure
  if (isFinal) return { state: 'failed', reason }
  // A refusal of one mail comes from the server; without an answer or a login, no mail can be sent.
  return { state: isAboutTheMail ? 'refused' : 'unavailable', reason }
}

/** Returns the address of a mail server in the form of the rules for outgoing calls. */
const serverAddress = (host: string, port: number): string =>
  `http://${isIP(host) === 6 ? `[${host}]` : host}:${port}`

/**
 * Checks a mail server before it is saved. A name that cannot be resolved now is accepted: each mail resolves it
 * again.
 * @throws AddressNotAllowed
 */
export async function checkMailServer(host: string, port: number, rules: TargetRules): Promise<void> {
  if (!/^[A-Za-z0-9.:-]{1,253}$/.test(host)) throw new AddressNotAllowed('no host', true)
  await resolveTarget(serverAddress(host, port), rules).catch((error: unknown) => {
    if (error instanceof AddressNotAllowed) throw error
  })
}

/**
 * Sends a mail over a new connection, to an IP address that was just checked. Certificates are checked against the
 * server's name. With STARTTLS selected, nothing is sent without it.
 */
export async function sendMail(
  server: MailServer,
  mail: Mail,
  rules: MailRules,
  signal: AbortSignal,
): Promise<MailAnswer> {
  try {
    const { addresses } = await resolveTarget(serverAddress(server.host, server.port), rules)
    const transport = createTransport(transportOptions(server, addresses[0]?.address ?? '', rules.ca))
    try {
      const { response } = await transport.sendMail({
        from: server.from,
        to: mail.to,
        subject: mail.subject,
        text: mail.text,
        messageId: `<${mail.messageId}>`,
        ...(mail.attachments ? { attachments: [...mail.attachments] } : {}),
        // Replies are not read, and out-of-office replies must not come back.
        headers: { 'Auto-Submitted': 'auto-generated' },
        disableFileAccess: true,
        disableUrlAccess: true,
        signal,
      })
      return {
        accepted: true,
        ...codeOf(response),
        text: shown(response),
        isFinal: true,
        isAboutTheMail: true,
      }
    } finally {
      transport.close()
    }
  } catch (error) {
    return failedAnswer(signal.aborted ? signal.reason : error)
  }
}

const transportOptions = (
  { host, port, security, username, password }: MailServer,
  address: string,
  ca: string | undefined,
) => ({
  host: address,
  port,
  secure: security === 'tls',
  requireTLS: security === 'starttls',
  ignoreTLS: security === 'none',
  tls: {
    // The connection goes to the checked IP address; the certificate must match the name.
    ...(isIP(host) === 0 ? { servername: host } : {}),
    rejectUnauthorized: true,
    minVersion: 'TLSv1.2' as const,
    ...(ca === undefined ? {} : { ca }),
  },
  ...(username === '' ? {} : { auth: { user: username, pass: password } }),
  connectionTimeout: CONNECT_MS,
  greetingTimeout: CONNECT_MS,
  socketTimeout: SILENCE_MS,
})

/** Commands whose permanent refusal concerns this mail, not the server or the login. */
const ABOUT_THE_MAIL = new Set(['RCPT TO', 'DATA'])

/** An error of nodemailer: its own code, and in `originalCode` that of the network or certificate error. */
type MailError = {
  code?: string
  originalCode?: string
  command?: string
  response?: unknown
  responseCode?: number
  message?: string
}

function failedAnswer(error: unknown): MailAnswer {
  const { command = '', response, responseCode } = error as MailError
  const isAboutTheMail = responseCode !== undefined && ABOUT_THE_MAIL.has(command)
  return {
    accepted: false,
    failure: mailFailureOf(error),
    // An answer without a reply code comes from another protocol, and its text is not repeated.
    ...(responseCode === undefined ? {} : { code: responseCode, text: shown(String(response)) }),
    isFinal: isAboutTheMail && responseCode >= 500,
    isAboutTheMail,
  }
}

/** Reply code of a server that requires a login for sending mail (RFC 4954, 6). */
const SIGN_IN_NEEDED = 530

/** Failures by the refused command. */
const REFUSED_COMMANDS: ReadonlyMap<string, DeliveryFailure> = new Map([
  ['MAIL FROM', 'sender-refused'],
  ['RCPT TO', 'recipient-refused'],
])

/** Failures by nodemailer's codes, for errors without a system error. */
const MAIL_FAILURES: ReadonlyMap<string, DeliveryFailure> = new Map([
  ['ECONNECTION', 'connection-lost'],
  ['EENVELOPE', 'recipient-refused'],
  ['EPROTOCOL', 'other-protocol'],
])

function mailFailureOf(error: unknown): DeliveryFailure {
  const { code = '', originalCode, command = '', responseCode, message = '' } = error as MailError
  if (responseCode === SIGN_IN_NEEDED) return 'sign-in-needed'
  if (code === 'EAUTH') return 'sign-in-refused'
  // With STARTTLS, only the message shows a certificate error.
  if (/certificate|altname/i.test(message)) return 'certificate-not-trusted'
  if (code === 'ETLS') return 'not-encrypted'
  if (responseCode !== undefined) return REFUSED_COMMANDS.get(command) ?? 'mail-refused'
  return MAIL_FAILURES.get(code) ?? failureOf(originalCode === undefined ? error : { code: originalCode })
}

function codeOf(response: string): Pick<MailAnswer, 'code'> {
  const code = /^\d{3}/.exec(response)?.[0]
  return code === undefined ? {} : { code: Number(code) }
}

/** Removes control characters and characters that change the direction of text, before the text is shown. */
const shown = (text: string): string =>
  text
    .replace(/[^\P{C}\n\t]/gu, ' ')
    .trim()
    .slice(0, MAX_TEXT)
