import { createHash, createHmac, pbkdf2Sync, randomBytes, timingSafeEqual } from 'node:crypto'
import { StoreError } from '../errors.ts'

/** The one account of a store with a secret. */
export const ACCOUNT = 'wardtrack'

const ITERATIONS = 15_000
const PREFIX = 'n,,'

const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest()
const hmac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const failed = () => new StoreError(18, 'Authentication failed.')

/** Keys derived from the store's secret. They do not suffice to sign in (RFC 5802, RFC 7677). */
export type Credentials = { salt: Buffer; storedKey: Buffer; serverKey: Buffer }

/** Derives the stored keys. @param secret printable ASCII, which needs no text preparation */
export function credentialsOf(secret: string): Credentials {
  const salt = randomBytes(24)
  const salted = pbkdf2Sync(secret, salt, ITERATIONS, 32, 'sha256')
  return { salt, storedKey: hash(hmac(salted, 'Client Key')), serverKey: hmac(salted, 'Server Key') }
}

/** A SCRAM-SHA-256 conversation after the client's first message. */
export type Conversation = {
  /** message that the client must answer */
  challenge: string
  /** Returns the server's proof after a correct proof of the client. @throws StoreError 18 after a wrong proof */
  finish(payload: string): string
}

/** Begins a conversation. @throws StoreError 18 for another account or a malformed message */
export function startConversation(
  { salt, storedKey, serverKey }: Credentials,
  payload: string,
): Conversation {
  const clientFirst = payload.slice(PREFIX.length)
  const { n: name, r: clientNonce } = membersOf(clientFirst)
  if (!payload.startsWith(PREFIX) || name !== ACCOUNT || !clientNonce) throw failed()
  const nonce = clientNonce + randomBytes(24).toString('base64')
  const challenge = `r=${nonce},s=${salt.toString('base64')},i=${ITERATIONS}`
  return {
    challenge,
    finish(answer) {
      const { c: channel, r: answeredNonce, p: proof } = membersOf(answer)
      if (channel !== 'biws' || answeredNonce !== nonce || !proof) throw failed()
      const message = `${clientFirst},${challenge},c=${channel},r=${nonce}`
      const signature = hmac(storedKey, message)
      const clientProof = Buffer.from(proof, 'base64')
      if (clientProof.length !== signature.length) throw failed()
      const clientKey = Buffer.from(clientProof.map((byte, at) => byte ^ (signature[at] ?? 0)))
      if (!timingSafeEqual(hash(clientKey), storedKey)) throw failed()
      return `v=${hmac(serverKey, message).toString('base64')}`
    },
  }
}

/** `r=…,s=…` as members; a value may hold `=`. */
function membersOf(message: string): Partial<Record<string, string>> {
  return Object.fromEntries(message.split(',').map((part) => [part.slice(0, 1), part.slice(2)]))
}
