import { createHmac, randomBytes } from 'node:crypto'

/** Header that proves the sender and the time of a body. */
const SIGNATURE_HEADER = 'wardtrack-signature'

/**
 * Returns the headers of a delivery.
 * @param key the same for every attempt
 * @param secrets secrets that sign the body; empty until a secret is created
 */
export function deliveryHeaders(
  key: string,
  body: string,
  secrets: readonly string[],
): Record<string, string> {
  const seconds = Math.floor(Date.now() / 1000)
  return {
    'idempotency-key': key,
    ...(secrets.length > 0 ? { [SIGNATURE_HEADER]: signatureHeader(secrets, seconds, body) } : {}),
  }
}

/** Creates a secret for the signatures of one address. */
export const newSigningSecret = (): string => `wts_${randomBytes(32).toString('base64url')}`

/**
 * Returns the signature header, `t={seconds},v1={hex}`: HMAC-SHA-256 of `{seconds}.{body}` under each secret. While a
 * secret is being replaced there are two `v1`, and the receiver accepts the one that it can verify.
 * @param seconds Unix time of the attempt; the receiver refuses old times
 */
export function signatureHeader(secrets: readonly string[], seconds: number, body: string): string {
  const signatures = secrets.map(
    (secret) => `v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`,
  )
  return [`t=${seconds}`, ...signatures].join(',')
}
