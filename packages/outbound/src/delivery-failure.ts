import { AddressNotAllowed } from './address-rules.ts'

/** Errors of the own network stack: they say which step failed and repeat nothing that another machine said. */
const NETWORK_ERRORS: ReadonlySet<string> = new Set([
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
])

/** Errors of certificates, as OpenSSL and Node name them. */
const CERTIFICATE_ERROR =
  /^(?:CERT_|CRL_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|ERR_TLS_CERT_|INVALID_CA|HOSTNAME_MISMATCH)/

/**
 * The class of a failed delivery, for people who look after it: no address, which may hold a name that is nobody's
 * business, and nothing of what came over the wire, which would tell what else answers there.
 */
export function failureOf(error: unknown): string {
  if (error instanceof AddressNotAllowed) return 'This address may not be called.'
  const { name, code: known } = error as { name?: string; code?: unknown }
  if (name === 'TimeoutError') return 'no answer in time'
  const code = typeof known === 'string' ? known : ''
  if (NETWORK_ERRORS.has(code)) return `no answer: ${code}`
  if (CERTIFICATE_ERROR.test(code)) return 'no answer: the certificate is not accepted'
  if (code === 'EPROTO' || code.startsWith('ERR_SSL') || code.startsWith('ERR_TLS'))
    return 'no answer: no TLS connection'
  return code.startsWith('HPE_') ? 'no answer: no HTTP' : 'no answer'
}
