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

/** Where a call goes: the address, and the IP addresses that were checked, of which the connection takes one. */
export type Target = { url: URL; addresses: LookupAddress[] }

/** Which hosts may be this machine itself, and how names are looked up. */
export type TargetRules = {
  /** hosts (`host` or `host:port`) that may be this machine itself */
  allowed: readonly string[]
  /** addresses of this machine beside loopback; tests replace them */
  ownAddresses?: () => readonly string[]
  /** looks a name up; tests replace it */
  resolve?: (host: string) => Promise<LookupAddress[]>
}

const LOOKUP_MS = 3_000

/** A name that leads nowhere, with the code that a look-up which finds nothing has. */
class NameNotFound extends Error {
  readonly code = 'ENOTFOUND'
}

/**
 * Looks up where an address leads and checks each answer.
 * @throws AddressNotAllowed when any of them may not be called
 * @throws NameNotFound when the name has no address, or none was found in time
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
 * Checks an address before it is saved. A name that cannot be looked up now passes: each call looks again.
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
