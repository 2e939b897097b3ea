import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** A browser with earlier sign-ins, identified by its signed cookie. */
export type KnownDevice = {
  id: string
  /** tags of the accounts that signed in with it, the latest first */
  accounts: readonly string[]
}

/**
 * Reads and writes the cookie that identifies a known browser. The cookie gives no access: the password is still
 * required.
 */
export type DeviceCookies = {
  /** the device of a request's `Cookie` header; undefined when the header has no device of this installation */
  read(header: string | undefined): KnownDevice | undefined
  /** true when the account signed in with the device before */
  isKnownTo(device: KnownDevice | undefined, account: string): boolean
  /** the value of `Set-Cookie` after an account signed in */
  write(device: KnownDevice | undefined, account: string, options: { path: string; secure: boolean }): string
}

const NAME = 'wardtrack-device'
/**
 * Browsers accept a cookie with this prefix only over secure connections, so that a plain connection cannot replace
 * it.
 */
const SECURE_NAME = `__Secure-${NAME}`
const LIFE_SECONDS = 180 * 24 * 3600
/** Accounts remembered for one browser: many people use a ward's computer. */
const MAX_ACCOUNTS = 32
const TAG_LENGTH = 12

/**
 * Creates the reader and writer of device cookies.
 * @param key key derived for this purpose only
 * @param now the clock, for tests
 */
export function createDeviceCookies(key: Buffer, now: () => number = Date.now): DeviceCookies {
  const sign = (text: string): string => createHmac('sha256', key).update(text).digest('base64url')
  // Tags differ between devices, so that cookies do not reveal which accounts share a device.
  const tagOf = (id: string, account: string): string =>
    sign(`${id} ${account.toLowerCase()}`).slice(0, TAG_LENGTH)
  return {
    read: (header) => {
      const value = valueOf(header, SECURE_NAME) ?? valueOf(header, NAME)
      const [text = '', signature = ''] = value?.split('.') ?? []
      const [actual, expected] = [Buffer.from(signature), Buffer.from(sign(text))]
      if (text === '' || actual.length !== expected.length || !timingSafeEqual(actual, expected))
        return undefined
      const [id = '', time = '', ...accounts] = Buffer.from(text, 'base64url').toString('utf8').split(' ')
      return now() - Number(time) <= LIFE_SECONDS * 1000 ? { id, accounts } : undefined
    },
    isKnownTo: (device, account) => device?.accounts.includes(tagOf(device.id, account)) ?? false,
    write: (device, account, { path, secure }) => {
      const id = device?.id ?? randomBytes(16).toString('base64url')
      const tag = tagOf(id, account)
      const otherTags = (device?.accounts ?? []).filter((accountTag) => accountTag !== tag)
      const accounts = [tag, ...otherTags].slice(0, MAX_ACCOUNTS)
      const text = Buffer.from([id, now(), ...accounts].join(' ')).toString('base64url')
      const attributes = [`Path=${path}`, `Max-Age=${LIFE_SECONDS}`, 'HttpOnly', 'SameSite=Strict']
      return [
        `${secure ? SECURE_NAME : NAME}=${text}.${sign(text)}`,
        ...attributes,
        ...(secure ? ['Secure'] : []),
      ].join('; ')
    },
  }
}

/** Returns the value of a name in a `Cookie` header. */
const valueOf = (header = '', name: string): string | undefined =>
  header
    .split('; ')
    .find((cookie) => cookie.startsWith(`${name}=`))
    ?.slice(name.length + 1)
