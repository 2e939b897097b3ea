import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import {
  AddressNotAllowed,
  hostOf,
  isAllowedAddress,
  isAllowedHost,
  ownAddresses,
  readAddress,
} from './address-rules.ts'

/** Target of a call: the address and its checked IP addresses, one of which is used for the connection. */
export type Target = { url: URL; addresses: LookupAddress[] }

/** Hosts that may be this machine itself, and the lookup of names. */
export type TargetRules = {
  /** hosts (`host` or `host:port`) that may be this machine itself */
  allowed: readonly string[]
  /** addresses of this machine besides loopback; tests replace them */
  ownAddresses?: () => readonly string[]
  /** looks a name up; tests replace it */
  resolve?: (host: string) => Promise<LookupAddress[]>
}

const LOOKUP_MS = 3_000

/** Error for a name without an address, with the code of a failed lookup. */
class NameNotFound extends Error {
  readonly code = 'ENOTFOUND'
}

/**
 * Resolves an address and checks each result.
 * @throws AddressNotAllowed when any result may not be called
 * @throws NameNotFound when the name has no address, or the lookup took too long
 */
export async function resolveTarget(text: string, rules: TargetRules): Promise<Target> {
  const url = readAddress(text)
  const host = hostOf(url)
  const family = isIP(host)
  const addresses =
    family === 0 ? await withTimeout((rules.resolve ?? lookUpAll)(host)) : [{ address: host, family }]
  const selfAllowed = isAllowedHost(url, rules.allowed)
  const machineAddresses = (rules.ownAddresses ?? ownAddresses)()
  if (addresses.length === 0) throw new NameNotFound(`${host} has no address`)
  if (!addresses.every(({ address }) => isAllowedAddress(address, selfAllowed, machineAddresses)))
    throw new AddressNotAllowed(`${host} leads where this server may not call`)
  return { url, addresses }
}

/**
 * Checks an address before it is saved. A name that cannot be resolved now is accepted: each call resolves it again.
 * @throws AddressNotAllowed
 */
export async function checkAddress(text: string, rules: TargetRules): Promise<void> {
  await resolveTarget(text, rules).catch((error: unknown) => {
    if (error instanceof AddressNotAllowed) throw error
  })
}

const lookUpAll = (host: string): Promise<LookupAddress[]> => lookup(host, { all: true })

async function withTimeout<T>(lookingUp: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new NameNotFound('the name was not found in time')), LOOKUP_MS)
  })
  try {
    return await Promise.race([lookingUp, timeout])
  } finally {
    clearTimeout(timer)
  }
}
