import { BlockList, isIP } from 'node:net'
import { networkInterfaces } from 'node:os'

/** Error for an address that this server may not call, or (`malformed`) for a text that is no address. */
export class AddressNotAllowed extends Error {
  override readonly name = 'AddressNotAllowed'
  readonly malformed: boolean
  constructor(reason: string, malformed = false) {
    super(reason)
    this.malformed = malformed
  }
}

/**
 * Addresses that are never called, even when allowed: they belong to the link or the cloud, or are no single
 * receiver. IPv4 and IPv6 have separate lists: in one list, Node would match every IPv4 address with the IPv6 range
 * for mapped addresses.
 */
const FORBIDDEN = {
  // The last two are the metadata services of Alibaba, and Azure's wire server.
  ipv4: blockList('ipv4', [
    '0.0.0.0/8',
    '169.254.0.0/16',
    '192.0.0.0/24',
    '224.0.0.0/4',
    '240.0.0.0/4',
    '100.100.100.200/32',
    '168.63.129.16/32',
  ]),
  // Link-local, the old site-local, multicast, every form that contains an IPv4 address, and the metadata services of
  // AWS and Google.
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

/** Names of metadata services. Their addresses are refused too, but not every cloud's addresses are known. */
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

/** Returns the current addresses of this machine's network interfaces. */
export const ownAddresses = (): string[] =>
  Object.values(networkInterfaces()).flatMap((list = []) => list.map(({ address }) => address))

/**
 * Returns true if a server in a hospital may call an IP address. Private addresses are allowed, because other
 * hospital systems have them.
 * @param selfAllowed true when this machine may be called, through loopback or its other addresses
 * @param machineAddresses addresses of this machine
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

/** Compares two addresses, whatever the spelling of an IPv6 address. */
function isSameAddress(ownAddress: string, address: string, family: number): boolean {
  const [plain = ''] = ownAddress.split('%')
  if (isIP(plain) !== family) return false
  const list = new BlockList()
  list.addAddress(plain, family === 6 ? 'ipv6' : 'ipv4')
  return list.check(address, family === 6 ? 'ipv6' : 'ipv4')
}

/**
 * Reads a typed address, `{ip}:{port}/{path}`, with http as the default scheme.
 * @throws AddressNotAllowed for a text that is no http(s) address, contains a password, or disguises an IP address
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
 * Returns true if nobody on the way can read what is sent: the address uses https, or is on this machine.
 * @throws AddressNotAllowed for a text that is no address
 */
export function isConfidentialAddress(text: string): boolean {
  const url = readAddress(text)
  const host = hostOf(url)
  if (url.protocol === 'https:' || host === 'localhost' || host === '::1') return true
  return isIP(host) === 4 && LOOPBACK.check(host, 'ipv4')
}

/** Returns the host name or IP address of an address, without brackets. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '')

/** Returns true if the list of allowed hosts (`host` or `host:port`) contains the host of an address. */
export function isAllowedHost(url: URL, allowed: readonly string[]): boolean {
  const names = [hostOf(url), url.hostname, url.host].map((name) => name.toLowerCase())
  return allowed.some((allowedHost) => names.includes(allowedHost.toLowerCase()))
}
