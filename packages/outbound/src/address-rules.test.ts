import { describe, expect, test } from 'vitest'
import { AddressNotAllowed, isAllowedAddress, ownAddresses, readAddress } from './address-rules.ts'
import { checkAddress, resolveTarget } from './resolve-target.ts'

const none = { allowed: [] }

describe('an address is refused when it', () => {
  test.each([
    ['is link-local', '169.254.169.254/latest/meta-data'],
    ['is link-local in IPv6', 'http://[fe80::1]/x'],
    ['is a metadata service over IPv6', 'http://[fd00:ec2::254]/'],
    ['is a metadata service elsewhere', '100.100.100.200:80/x'],
    ['is the wire server', '168.63.129.16/x'],
    ['is a metadata service by name', 'metadata.google.internal/computeMetadata/v1'],
    ['is a metadata service by name with a dot', 'http://metadata.google.internal./x'],
    ['is loopback', '127.0.0.1:6661/x'],
    ['is loopback anywhere in its range', '127.8.9.10/x'],
    ['is loopback in IPv6', 'http://[::1]:80/x'],
    ['is unspecified', '0.0.0.0/x'],
    ['is in the network of zero', '0.1.2.3/x'],
    ['is unspecified in IPv6', 'http://[::]/x'],
    ['is multicast', '239.1.2.3/x'],
    ['is multicast in IPv6', 'http://[ff02::1]/x'],
    ['is broadcast', '255.255.255.255/x'],
    ['is reserved', '240.0.0.1/x'],
    ['is mapped link-local', 'http://[::ffff:169.254.169.254]/x'],
    ['is mapped private', 'http://[::ffff:10.0.0.1]/x'],
    ['is mapped in hexadecimal', 'http://[::ffff:a9fe:a9fe]/x'],
    ['is translated', 'http://[64:ff9b::a9fe:a9fe]/x'],
    ['is translated without a state', 'http://[::ffff:0:a9fe:a9fe]/x'],
    ['is tunnelled', 'http://[2002:a9fe:a9fe::1]/x'],
    ['is compatible', 'http://[::7f00:1]/x'],
    ['is spelled in decimal', '2852039166/x'],
    ['is a private one in decimal', 'http://3232235777/x'],
    ['is spelled in octal', '0251.0376.0251.0376/x'],
    ['is spelled in hexadecimal', '0xa9.0xfe.0xa9.0xfe/x'],
    ['is short of numbers', '127.1/x'],
    ['is written with other digits', '１２７.0.0.1/x'],
    ['is escaped', 'http://%31%32%37.0.0.1/x'],
    ['ends with a dot', '127.0.0.1./x'],
    ['has a password before it', 'http://mirth@169.254.169.254/x'],
    ['has a password', 'http://user:secret@10.0.0.1/x'],
    ['is no http', 'ftp://10.0.0.1/x'],
    ['is a file', 'file:///etc/passwd'],
    ['is a script', 'javascript:alert(1)'],
    ['lacks its slashes', 'http:/10.0.0.1/x'],
    ['has white space', '10.0.0.1/a b'],
    ['has a line break', '10.0.0.1/a\nHost: x'],
    ['has a backslash', 'http://10.0.0.1\\@169.254.169.254/'],
    ['has an impossible port', '10.0.0.1:99999/x'],
    ['has a zone', 'http://[fe80::1%25eth0]/x'],
    ['is empty', ''],
    ['is a scheme alone', 'http://'],
  ])('%s', async (_why, text) => {
    await expect(resolveTarget(text, none)).rejects.toThrow(AddressNotAllowed)
    await expect(checkAddress(text, none)).rejects.toThrow(AddressNotAllowed)
  })
})

describe('an address is accepted when it', () => {
  test.each([
    ['is private', '10.1.2.3:6661/alerts', 'http://10.1.2.3:6661/alerts'],
    ['is private, of the large range', '172.16.0.9/x', 'http://172.16.0.9/x'],
    ['is private, of the small range', 'https://192.168.1.20/x?y=1', 'https://192.168.1.20/x?y=1'],
    ['is private in IPv6', 'http://[fd12:3456::1]:80/x', 'http://[fd12:3456::1]/x'],
    ['is public', '93.184.216.34', 'http://93.184.216.34/'],
    ['is shared by a provider', '100.64.0.1/x', 'http://100.64.0.1/x'],
    ['has a fragment, which is left out', '10.0.0.1/x#y', 'http://10.0.0.1/x'],
  ])('%s', async (_why, text, href) => {
    expect((await resolveTarget(text, none)).url.href).toBe(href)
  })
})

describe('a name', () => {
  const leading = (...addresses: string[]) => ({
    allowed: [],
    resolve: async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
  })

  test('is refused when any of its addresses is refused', async () => {
    for (const bad of ['169.254.169.254', '127.0.0.1', '::1', 'fe80::1', '::ffff:10.0.0.1', '224.0.0.1'])
      await expect(resolveTarget('mirth.example/x', leading('10.0.0.1', bad))).rejects.toThrow(
        AddressNotAllowed,
      )
    await expect(checkAddress('mirth.example/x', leading('169.254.1.1'))).rejects.toThrow(AddressNotAllowed)
  })

  test('resolves to the checked addresses', async () => {
    const { url, addresses } = await resolveTarget('mirth.example:80/x', leading('10.0.0.1', 'fd00::5'))
    expect(url.hostname).toBe('mirth.example')
    expect(addresses.map(({ address }) => address)).toEqual(['10.0.0.1', 'fd00::5'])
  })

  test('that is not found may be saved, but not called', async () => {
    const rules = { allowed: [], resolve: () => Promise.reject(new Error('ENOTFOUND')) }
    await expect(checkAddress('mirth.example/x', rules)).resolves.toBeUndefined()
    await expect(resolveTarget('mirth.example/x', rules)).rejects.toThrow('ENOTFOUND')
    await expect(resolveTarget('mirth.example/x', leading())).rejects.toThrow('has no address')
  })
})

test('an allowed host may be this machine, and the list allows nothing else', async () => {
  const rules = { allowed: ['127.0.0.1', 'localhost:9000', '::1', '169.254.169.254'] }
  for (const text of ['127.0.0.1:1/x', 'http://[::1]/x'])
    expect((await resolveTarget(text, rules)).addresses).toHaveLength(1)
  const resolve = async () => [{ address: '127.0.0.1', family: 4 }]
  expect((await resolveTarget('LocalHost:9000/x', { ...rules, resolve })).addresses).toHaveLength(1)
  for (const text of ['localhost:9001/x', '127.0.0.2/x', '169.254.169.254/x', 'elsewhere/x'])
    await expect(resolveTarget(text, { ...rules, resolve })).rejects.toThrow(AddressNotAllowed)
})

describe('an address of a network interface of this machine', () => {
  const machineAddresses = ['10.20.30.40', 'fd12:3456::7', 'fe80::1%eth0']
  const rules = { allowed: [], ownAddresses: () => machineAddresses }

  test.each(['10.20.30.40:8080/x', 'http://[fd12:3456::7]:8080/x', 'http://[fd12:3456:0:0::7]/x'])(
    'is refused like loopback: %s',
    async (text) => {
      await expect(resolveTarget(text, rules)).rejects.toThrow(AddressNotAllowed)
      await expect(checkAddress(text, rules)).rejects.toThrow(AddressNotAllowed)
    },
  )

  test('is refused behind a name, while its neighbours are allowed', async () => {
    const resolve = async () => [{ address: '10.20.30.40', family: 4 }]
    await expect(resolveTarget('mirth.example/x', { ...rules, resolve })).rejects.toThrow(AddressNotAllowed)
    for (const text of ['10.20.30.41/x', 'http://[fd12:3456::8]/x'])
      expect((await resolveTarget(text, rules)).addresses).toHaveLength(1)
  })

  test('may be called by an allowed host', async () => {
    const allowed = { ...rules, allowed: ['10.20.30.40:6661'] }
    expect((await resolveTarget('10.20.30.40:6661/x', allowed)).addresses).toHaveLength(1)
    await expect(resolveTarget('10.20.30.40:6662/x', allowed)).rejects.toThrow(AddressNotAllowed)
  })

  test('is read from the machine', async () => {
    for (const address of ownAddresses().filter((entry) => !entry.startsWith('fe80')))
      expect(isAllowedAddress(address, false, ownAddresses())).toBe(false)
  })
})

test('a text that is no IP address may not be called', () => {
  expect(isAllowedAddress('mirth.example', true)).toBe(false)
  expect(isAllowedAddress('', true)).toBe(false)
  expect(isAllowedAddress('fe80::1%eth0', true)).toBe(false)
  expect(readAddress(' 10.0.0.1/x ').href).toBe('http://10.0.0.1/x')
})
