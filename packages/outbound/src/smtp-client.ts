import { isIP } from 'node:net'
import type { MailSecurity } from '@wardtrack/contracts'
import { createTransport } from 'nodemailer'
import { AddressNotAllowed } from './address-rules.ts'
import { failureOf } from './delivery-failure.ts'
import { resolveTarget, type TargetRules } from './resolve-target.ts'

/** A mail server, and who sends by it. */
export type MailServer = {
  host: string
  port: number
  security: MailSecurity
  /** empty for no login */
  username: string
  password: string
  /** address that mails are from */
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

/** Which addresses may be called, and which certificates are believed beside those that Node believes. */
export type MailRules = TargetRules & { ca?: string }

/** What a mail server said of a mail, or why there was no connection to it. */
export type MailAnswer = {
  accepted: boolean
  /** SMTP reply code (RFC 5321, 4.2.1) */
  code?: number
  /** what the server said, or why there is no answer */
  text: string
  /** the server will never take this mail: trying it again is of no use */
  isFinal: boolean
  /** what was refused is this mail or its recipient, and not the connection or the login */
  isAboutTheMail: boolean
}

const CONNECT_MS = 10_000
const SILENCE_MS = 20_000
const MAX_TEXT = 500

/** The address of a mail server as the rules of outgoing calls read it. */
const serverAddress = (host: string, port: number): string =>
  `http://${isIP(host) === 6 ? `[${host}]` : host}:${port}`

/**
 * Checks a mail server before it is saved. A name that cannot be looked up now passes: each mail looks again.
 * @throws AddressNotAllowed
 */
export async function checkMailServer(host: string, port: number, rules: TargetRules): Promise<void> {
  if (!/^[A-Za-z0-9.:-]{1,253}$/.test(host)) throw new AddressNotAllowed('no host', true)
  await resolveTarget(serverAddress(host, port), rules).catch((error: unknown) => {
    if (error instanceof AddressNotAllowed) throw error
  })
}

/**
 * Sends a mail over a connection of its own, to an IP address that was checked just before. Certificates are checked
 * against the name of the server, and where STARTTLS is chosen nothing is sent without it.
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
        // Nobody waits for an answer, and out-of-office replies must not come back.
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
    return failedAnswer(error)
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
    // The connection goes to the checked IP address; the certificate has to be of the name.
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

/** Commands whose permanent refusal is about this mail, and not about the server or the login. */
const ABOUT_THE_MAIL = new Set(['RCPT TO', 'DATA'])

function failedAnswer(error: unknown): MailAnswer {
  if (error instanceof AddressNotAllowed)
    return { accepted: false, text: failureOf(error), isFinal: false, isAboutTheMail: false }
  const { code, command, response, responseCode, message } = error as {
    code?: string
    command?: string
    response?: unknown
    responseCode?: number
    message?: string
  }
  const serverText = typeof response === 'string' && response !== '' ? response : undefined
  const isAboutTheMail = responseCode !== undefined && ABOUT_THE_MAIL.has(command ?? '')
  return {
    accepted: false,
    ...(responseCode === undefined ? {} : { code: responseCode }),
    text: serverText === undefined ? failureOf({ code: causeOf(code, message ?? '') }) : shown(serverText),
    isFinal: isAboutTheMail && responseCode >= 500,
    isAboutTheMail,
  }
}

/**
 * The code of the network's or the certificate's error: nodemailer puts one of its own in its place and leaves the
 * message.
 */
function causeOf(code = '', message: string): string {
  if (/certificate|altname/i.test(message)) return 'CERT_NOT_ACCEPTED'
  if (code === 'ETLS') return 'ERR_TLS'
  return code === 'ESOCKET' ? (/\bE[A-Z]{4,}\b/.exec(message)?.[0] ?? code) : code
}

function codeOf(response: string): Pick<MailAnswer, 'code'> {
  const code = /^\d{3}/.exec(response)?.[0]
  return code === undefined ? {} : { code: Number(code) }
}

/** Control characters, and what turns the direction of text, have no place on a page. */
const shown = (text: string): string =>
  text
    .replace(/[^\P{C}\n\t]/gu, ' ')
    .trim()
    .slice(0, MAX_TEXT)
