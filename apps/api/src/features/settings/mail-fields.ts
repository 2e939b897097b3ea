import { type ErrorDetail, isTimeZone, MAIL_SECURITIES, mailAddress, messages } from '@wardtrack/contracts'
import {
  AddressNotAllowed,
  checkMailServer,
  isConfidentialAddress,
  type TargetRules,
} from '@wardtrack/outbound'
import {
  detailAt,
  type Fields,
  MAX_TEXT_LENGTH,
  numberOf,
  throwIfInvalid,
  trimmed,
} from './setting-fields.ts'

/** Field with the written reason for sending a password over an unencrypted connection. */
const PLAIN_LOGIN_REASON = 'PlainLoginReason'
const MIN_REASON_LENGTH = 10

/** Checks the mail server, the sender, and the address for links in mails. @throws ApiError 400 */
export async function mailFields(sent: Fields, rules: TargetRules): Promise<Fields> {
  const fields: Fields = {
    Host: textOf(sent['Host']),
    Port: numberOf(sent['Port'], /^\d{1,5}$/) ?? 0,
    Security: textOf(sent['Security']),
    Username: textOf(sent['Username'] ?? ''),
    // Not trimmed, because spaces may be part of a password.
    Password: sent['Password'] ?? '',
    From: textOf(sent['From']),
    ConsoleAddress: withoutTrailingSlashes(textOf(sent['ConsoleAddress'])),
    [PLAIN_LOGIN_REASON]: textOf(sent[PLAIN_LOGIN_REASON] ?? ''),
  }
  const errors = [
    ...(await serverErrors(fields, rules)),
    ...(mailAddress.safeParse(fields['From']).success ? [] : [detailAt('From', messages.mailAddressRule)]),
    ...(isConsoleAddress(fields['ConsoleAddress'])
      ? []
      : [detailAt('ConsoleAddress', messages.consoleAddressRule)]),
    ...loginErrors(fields),
  ]
  return throwIfInvalid(errors, fields)
}

const textOf = (value: unknown): string => {
  const text = trimmed(value)
  return typeof text === 'string' && text.length <= MAX_TEXT_LENGTH ? text : ''
}

async function serverErrors({ Host, Port, Security }: Fields, rules: TargetRules): Promise<ErrorDetail[]> {
  const isSecurity = MAIL_SECURITIES.some((security) => security === Security)
  const errors = isSecurity ? [] : [detailAt('Security', messages.mailSecurityRule)]
  const port = Number(Port)
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    return [detailAt('Port', messages.mailPortRule), ...errors]
  try {
    await checkMailServer(String(Host), port, rules)
  } catch (error) {
    if (!(error instanceof AddressNotAllowed)) throw error
    errors.unshift(detailAt('Host', error.malformed ? messages.mailHostRule : messages.addressRefused))
  }
  return errors
}

/** Removes slashes from the end of an address that pages are appended to, and the console's page. */
function withoutTrailingSlashes(address: string): string {
  const base = address.split('/#', 1)[0] ?? ''
  let { length } = base
  while (base[length - 1] === '/') length -= 1
  return base.slice(0, length)
}

function isConsoleAddress(value: unknown): boolean {
  if (typeof value !== 'string' || !URL.canParse(value)) return false
  const { protocol, username, search, hash } = new URL(value)
  return /^https?:$/.test(protocol) && username === '' && search === '' && hash === ''
}

/**
 * Checks the login: a user name needs a password. A password needs an encrypted connection, this machine as host, or
 * a written reason.
 */
function loginErrors({ Host, Security, Username, Password, PlainLoginReason }: Fields): ErrorDetail[] {
  if (typeof Password !== 'string' || Password.length > MAX_TEXT_LENGTH)
    return [detailAt('Password', messages.fieldIncomplete)]
  if (Username === '') return Password === '' ? [] : [detailAt('Username', messages.fieldRequired)]
  if (Password === '') return [detailAt('Password', messages.fieldRequired)]
  if (Security !== 'none' || String(PlainLoginReason).length >= MIN_REASON_LENGTH) return []
  return isThisMachine(String(Host)) ? [] : [detailAt(PLAIN_LOGIN_REASON, messages.plainLoginRule)]
}

/** Returns true if a host is this machine, or is empty or malformed, which is reported by another check. */
function isThisMachine(host: string): boolean {
  try {
    return isConfidentialAddress(`http://${host.includes(':') ? `[${host}]` : host}`)
  } catch {
    return true
  }
}

/** Checks the hospital's time zone. @throws ApiError 400 */
export function hospitalFields({ TimeZone }: Fields): Fields {
  const name = textOf(TimeZone)
  return throwIfInvalid(isTimeZone(name) ? [] : [detailAt('TimeZone', messages.timeZoneRule)], {
    TimeZone: name,
  })
}
