import { BlockList, isIP } from 'node:net'
import { networkInterfaces } from 'node:os'

/** An address that this server may not call, or (`malformed`) that is no address at all. */
export class AddressNotAllowed extends Error {
  override readonly name = 'AddressNotAllowed'
  readonly malformed: boolean
  constructor(reason: string, malformed = false) {
    super(reason)
    this.malformed = malformed
  }
}

/**
 * Never called, whoever allows it: what lies there is a link's or a cloud's own, or no single receiver. A list for each
 * family: Node would find every IPv4 address in the range of those that are mapped into IPv6.
 */
const FORBIDDEN = {
  // The last two: metadata services of Alibaba, and Azure's wire server.
  ipv4: blockList('ipv4', [
    '0.0.0.0/8',
    '169.254.0.0/16',
    '192.0.0.0/24',
    '224.0.0.0/4',
    '240.0.0.0/4',
    '100.100.100.200/32',
    '168.63.129.16/32',
  ]),
  // Link-local, the old site-local, multicast, every form that carries an IPv4 address inside, and the metadata
  // services of AWS and Google.
  ipv6: blockList('ipv6', [
    'fe80::/10',
    'fec0::/10',
    'ff00::/8',
    '::/96',
    '::ffff:0:0/96',
    '::ffff:0:0:0/96',
    '64:ff9b::/96',
    '64:ff9b:1::/48',
    '2001::/32',
    '2002::/16',
    'fd00:ec2::254/128',
    'fd20:ce::254/128',
  ]),
}
const LOOPBACK = blockList('ipv4', ['127.0.0.0/8'])

/** Names of metadata services; what they resolve to is refused too, but not every cloud's answer is known. */
const METADATA_NAMES = new Set([
  'metadata',
  'metadata.google.internal',
  'metadata.goog',
  'instance-data',
  'instance-data.ec2.internal',
])

function blockList(family: 'ipv4' | 'ipv6', ranges: readonly string[]): BlockList {
  const list = new BlockList()
  for (const range of ranges) {
    const [network = '', bits] = range.split('/')
    list.addSubnet(network, Number(bits), family)
  }
  return list
}

/** The addresses of this machine's network interfaces, as they are now. */
export const ownAddresses = (): string[] =>
  Object.values(networkInterfaces()).flatMap((list = []) => list.map(({ address }) => address))

/**
 * Whether a server in a hospital may call an IP address. Private ones it may: that is where its neighbours are.
 * @param selfAllowed whether this machine itself may be called, through loopback or another address of its own
 * @param own addresses of this machine
 */
export function isAllowedAddress(
  address: string,
  selfAllowed: boolean,
  machineAddresses: readonly string[] = [],
): boolean {
  const [plain = ''] = address.split('%')
  const family = isIP(plain)
  if (family === 0 || isForbidden(plain, family)) return false
  return selfAllowed || !isSelf(plain, family, machineAddresses)
}

const isForbidden = (address: string, family: number): boolean =>
  family === 6
    ? address !== '::1' && FORBIDDEN.ipv6.check(address, 'ipv6')
    : FORBIDDEN.ipv4.check(address, 'ipv4')

function isSelf(address: string, family: number, machineAddresses: readonly string[]): boolean {
  if (family === 4 ? LOOPBACK.check(address, 'ipv4') : address === '::1') return true
  return machineAddresses.some((entry) => isSameAddress(entry, address, family))
}

/** Whatever the spelling of an IPv6 address. */
function isSameAddress(ownAddress: string, address: string, family: number): boolean {
  const [plain = ''] = ownAddress.split('%')
  if (isIP(plain) !== family) return false
  const list = new BlockList()
  list.addAddress(plain, family === 6 ? 'ipv6' : 'ipv4')
  return list.check(address, family === 6 ? 'ipv6' : 'ipv4')
}

/**
 * Reads an address as it is typed, `{ip}:{port}/{path}`, http without a scheme.
 * @throws AddressNotAllowed when it is none, is not http(s), carries a password, or spells an IP address so that people
 * do not see which it is
 */
export function readAddress(text: string): URL {
  const trimmed = text.trim()
  if (/[\s\\\p{Cc}]/u.test(trimmed) || /^https?:(?!\/\/)/i.test(trimmed))
    throw new AddressNotAllowed('no address', true)
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `http://${trimmed}`
  const url = URL.canParse(withScheme) ? new URL(withScheme) : undefined
  if (!url || !/^https?:$/.test(url.protocol))
    throw new AddressNotAllowed('no address of http or https', true)
  const authority = withScheme.slice(withScheme.indexOf('://') + 3).split(/[/?#]/, 1)[0] ?? ''
  if (authority.includes('@')) throw new AddressNotAllowed('a password does not belong into an address')
  const host = hostOf(url)
  if (isIP(host) === 4 && authority.replace(/:\d*$/, '') !== host)
    throw new AddressNotAllowed('an IP address is written as four decimal numbers')
  if (METADATA_NAMES.has(host.replace(/\.$/, ''))) throw new AddressNotAllowed('a metadata service')
  url.hash = ''
  return url
}

/**
 * Whether nobody on the way reads what is sent to an address: by https, or because it stays on this machine.
 * @throws AddressNotAllowed when it is no address
 */
export function isConfidentialAddress(text: string): boolean {
  const url = readAddress(text)
  const host = hostOf(url)
  if (url.protocol === 'https:' || host === 'localhost' || host === '::1') return true
  return isIP(host) === 4 && LOOPBACK.check(host, 'ipv4')
}

/** Host name or IP address of an address, without the brackets. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '')

/** Whether the list of allowed hosts (`host` or `host:port`) names the host of an address. */
export function isAllowedHost(url: URL, allowed: readonly string[]): boolean {
  const names = [hostOf(url), url.hostname, url.host].map((name) => name.toLowerCase())
  return allowed.some((allowedHost) => names.includes(allowedHost.toLowerCase()))
}
