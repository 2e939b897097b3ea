import type { IncomingMessage } from 'node:http'
import { BlockList, isIPv6 } from 'node:net'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** Headers that show that a proxy forwarded the request. */
const FORWARDING_HEADERS = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via']

/**
 * Returns the address that attempts are counted by. For IPv6 it is the 64-bit network, the least that a subscriber
 * has.
 */
export function countedAddress(address: string): string {
  const plain = withoutIpv4Prefix(address.split('%', 1)[0] ?? '')
  return isIPv6(plain) ? `${groupsOf(plain).slice(0, 4).join(':')}::/64` : plain
}

/** Returns an IPv4 address without its IPv6 prefix, which sockets for both kinds add. */
const withoutIpv4Prefix = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '')

/** Returns the eight groups of an IPv6 address, without leading zeros. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = address.toLowerCase().split('::')
  const split = (part: string): string[] => (part === '' ? [] : part.split(':'))
  const [first, last] = [split(head), split(tail ?? '')]
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - first.length - last.length)
  const groups = [...first, ...Array<string>(zeros).fill('0'), ...last]
  return groups.map((group) => Number.parseInt(group, 16).toString(16))
}

/** Returns true if a request comes directly from a program on this machine, not through a proxy on it. */
export function isFromThisMachine({ socket, headers }: IncomingMessage): boolean {
  if (FORWARDING_HEADERS.some((name) => headers[name] !== undefined)) return false
  const address = withoutIpv4Prefix(socket.remoteAddress ?? '')
  return isIPv6(address) ? loopback.check(address, 'ipv6') : address !== '' && loopback.check(address, 'ipv4')
}
