import { createHmac, randomBytes } from 'node:crypto'

/** Header that proves who sent a body and when. */
const SIGNATURE_HEADER = 'wardtrack-signature'

/**
 * The headers that go with a delivery beside its body.
 * @param key the same for every attempt
 * @param secrets that the body is signed with; none while none was made
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

/** A new secret for the signatures of one address. */
export const newSigningSecret = (): string => `wts_${randomBytes(32).toString('base64url')}`

/**
 * The value of the signature header, `t={seconds},v1={hex}`: HMAC-SHA-256 of `{seconds}.{body}` under each secret. While
 * a secret is being replaced there are two `v1`, and the receiver accepts the one that it can verify.
 * @param seconds Unix time of the attempt; the receiver refuses what is too old
 */
export function signatureHeader(secrets: readonly string[], seconds: number, body: string): string {
  const signatures = secrets.map(
    (secret) => `v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`,
  )
  return [`t=${seconds}`, ...signatures].join(',')
}
