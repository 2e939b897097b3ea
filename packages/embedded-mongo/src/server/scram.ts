import { createHash, createHmac, pbkdf2Sync, randomBytes, timingSafeEqual } from 'node:crypto'
import { StoreError } from '../errors.ts'

/** The one account of a store with a secret. */
export const ACCOUNT = 'wardtrack'

const ITERATIONS = 15_000
const PREFIX = 'n,,'

const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest()
const hmac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const failed = () => new StoreError(18, 'Authentication failed.')

/** What the store keeps of its secret: nothing that would do to sign in (RFC 5802, RFC 7677). */
export type Credentials = { salt: Buffer; storedKey: Buffer; serverKey: Buffer }

/** Derives what the store keeps. @param secret printable ASCII, so that no preparation of the text is needed */
export function credentialsOf(secret: string): Credentials {
  const salt = randomBytes(24)
  const salted = pbkdf2Sync(secret, salt, ITERATIONS, 32, 'sha256')
  return { salt, storedKey: hash(hmac(salted, 'Client Key')), serverKey: hmac(salted, 'Server Key') }
}

/** One SCRAM-SHA-256 conversation: the client's first message, then its proof. */
export class Conversation {
  private readonly credentials: Credentials
  private clientFirst = ''
  private serverFirst = ''
  private nonce = ''

  constructor(credentials: Credentials) {
    this.credentials = credentials
  }

  /** The server's challenge. @throws StoreError 18 for another account or a malformed message */
  start(payload: string): string {
    if (!payload.startsWith(PREFIX)) throw failed()
    this.clientFirst = payload.slice(PREFIX.length)
    const { n: name, r: nonce } = membersOf(this.clientFirst)
    if (name !== ACCOUNT || !nonce) throw failed()
    this.nonce = nonce + randomBytes(24).toString('base64')
    this.serverFirst = `r=${this.nonce},s=${this.credentials.salt.toString('base64')},i=${ITERATIONS}`
    return this.serverFirst
  }

  /** The server's own proof, once the client's is right. @throws StoreError 18 when it is not */
  finish(payload: string): string {
    const { c: channel, r: nonce, p: proof } = membersOf(payload)
    if (this.nonce === '' || channel !== 'biws' || nonce !== this.nonce || !proof) throw failed()
    const message = `${this.clientFirst},${this.serverFirst},c=${channel},r=${nonce}`
    const signature = hmac(this.credentials.storedKey, message)
    const clientProof = Buffer.from(proof, 'base64')
    if (clientProof.length !== signature.length) throw failed()
    const clientKey = Buffer.from(clientProof.map((byte, at) => byte ^ (signature[at] ?? 0)))
    if (!timingSafeEqual(hash(clientKey), this.credentials.storedKey)) throw failed()
    return `v=${hmac(this.credentials.serverKey, message).toString('base64')}`
  }
}

/** `r=…,s=…` as members; a value may hold `=`. */
function membersOf(message: string): Partial<Record<string, string>> {
  return Object.fromEntries(message.split(',').map((part) => [part.slice(0, 1), part.slice(2)]))
}
