import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { countedAddress, isFromThisMachine } from './sign-in-address.ts'

test.each([
  ['10.1.2.3', '10.1.2.3'],
  ['::ffff:10.1.2.3', '10.1.2.3'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['', ''],
])('%s is counted as %s', (address, counted) => {
  expect(countedAddress(address)).toBe(counted)
})

const request = (remoteAddress: string | undefined, headers = {}): IncomingMessage =>
  ({ socket: { remoteAddress }, headers }) as IncomingMessage

test('a request comes from this machine when it arrives over loopback and no proxy forwarded it', () => {
  for (const address of ['127.0.0.1', '127.8.0.1', '::1', '::ffff:127.0.0.1'])
    expect(isFromThisMachine(request(address))).toBe(true)
  for (const address of ['10.0.0.1', '::ffff:10.0.0.1', '2001:db8::1', '', undefined])
    expect(isFromThisMachine(request(address))).toBe(false)
  for (const header of ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via'])
    expect(isFromThisMachine(request('127.0.0.1', { [header]: '10.0.0.1' }))).toBe(false)
})
