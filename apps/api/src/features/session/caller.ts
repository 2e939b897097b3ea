import { type Access, isFromThisMachine, type KnownDevice, type SignInAttempt } from '@wardtrack/access'
import type { UserDoc } from '@wardtrack/database'
import type { Request } from '@wardtrack/service-kit'

/** Where a password comes from. */
export type Caller = {
  address: string
  /** the browser, when its cookie says that somebody signed in with it before */
  device: KnownDevice | undefined
  /** asked by a program on the machine of the service, and through no proxy */
  isFromThisMachine: boolean
  /** what the browser calls itself */
  userAgent: string | undefined
}

/** Where a request with a password comes from. */
export const callerOf = (access: Access, request: Request): Caller => ({
  address: request.ip ?? '',
  device: access.devices.read(request.headers.cookie),
  isFromThisMachine: isFromThisMachine(request),
  userAgent: request.headers['user-agent'],
})

/** What a try of a password is counted by. @param account the name that was typed, whether anybody has it or not */
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
