import { type Access, isFromThisMachine, type KnownDevice, type SignInAttempt } from '@wardtrack/access'
import type { UserDoc } from '@wardtrack/database'
import type { Request } from '@wardtrack/service-kit'

/** Origin of a password. */
export type Caller = {
  address: string
  /** browser whose cookie proves an earlier sign-in */
  device: KnownDevice | undefined
  /** true for a request from a program on the server itself, without a proxy */
  isFromThisMachine: boolean
  /** user agent of the browser */
  userAgent: string | undefined
}

/** Returns the origin of a request with a password. */
export const callerOf = (access: Access, request: Request): Caller => ({
  address: request.ip ?? '',
  device: access.devices.read(request.headers.cookie),
  isFromThisMachine: isFromThisMachine(request),
  userAgent: request.headers['user-agent'],
})

/** Returns the keys that count a password attempt. @param account typed name, whether it exists or not */
export function attemptOf(
  access: Access,
  user: UserDoc | null,
  account: string,
  { device, address, isFromThisMachine: isHere }: Caller,
): SignInAttempt {
  const isKnown = device !== undefined && access.devices.isKnownTo(device, account)
  return {
    account,
    address,
    ...(user ? { userId: user._id.toHexString() } : {}),
    ...(isKnown ? { knownDevice: device.id } : {}),
    isFirstAccountHere: isHere && user?.builtIn === true,
  }
}
