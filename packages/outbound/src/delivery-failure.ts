import type { DeliveryFailure } from '@wardtrack/contracts'
import { AddressNotAllowed } from './address-rules.ts'

/** Errors of the local network stack and the failures that people see for them. */
const NETWORK_FAILURES: ReadonlyMap<string, DeliveryFailure> = new Map([
  ['EAI_AGAIN', 'name-not-found'],
  ['ENOTFOUND', 'name-not-found'],
  ['ECONNREFUSED', 'connection-refused'],
  ['EHOSTDOWN', 'not-reachable'],
  ['EHOSTUNREACH', 'not-reachable'],
  ['ENETDOWN', 'not-reachable'],
  ['ENETUNREACH', 'not-reachable'],
  ['ETIMEDOUT', 'timed-out'],
  ['ECONNABORTED', 'connection-lost'],
  ['ECONNRESET', 'connection-lost'],
  ['EPIPE', 'connection-lost'],
])

/** Errors of certificates, as OpenSSL and Node name them. */
const CERTIFICATE_ERROR =
  /^(?:CERT_|CRL_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|ERR_TLS_CERT_|INVALID_CA|HOSTNAME_MISMATCH)/

/**
 * Returns the class of a failed delivery, for the people in charge. The class contains no address, which may hold a
 * confidential name. It also contains no received text, which would reveal what else answers at the address.
 */
export function failureOf(error: unknown): DeliveryFailure {
  if (error instanceof AddressNotAllowed) return 'address-not-allowed'
  const { name, code: known } = error as { name?: string; code?: unknown }
  if (name === 'TimeoutError') return 'timed-out'
  const code = typeof known === 'string' ? known : ''
  const network = NETWORK_FAILURES.get(code)
  if (network) return network
  if (CERTIFICATE_ERROR.test(code)) return 'certificate-not-trusted'
  if (code === 'EPROTO' || code.startsWith('ERR_SSL') || code.startsWith('ERR_TLS')) return 'not-encrypted'
  return code.startsWith('HPE_') ? 'other-protocol' : 'no-answer'
}

/** Returns the reason for a failure by a status other than 2xx, in the same words as the console's client. */
export const statusFailure = (status: number): string => `The server answered with status ${status}.`
