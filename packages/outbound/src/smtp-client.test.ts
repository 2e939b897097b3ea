import { createServer } from 'node:net'
import {
  startMailServer,
  TEST_CERTIFICATE,
  type TestMailServer,
  type TestMailServerOptions,
} from '@wardtrack/test-kit'
import { afterEach, describe, expect, test } from 'vitest'
import { AddressNotAllowed } from './address-rules.ts'
import { checkMailServer, type MailServer, sendMail } from './smtp-client.ts'

const servers: TestMailServer[] = []
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())))

const start = async (options: TestMailServerOptions = {}): Promise<TestMailServer> => {
  const server = await startMailServer(options)
  servers.push(server)
  return server
}
const mail = {
  to: 'nurse@ward.example',
  subject: 'Pumps',
  text: 'Two are offline.',
  messageId: 'm-1@ward.example',
}
const rules = { allowed: ['127.0.0.1', 'localhost', 'other.example'] }
const send = (server: TestMailServer, members: Partial<MailServer> = {}, ca?: string) =>
  sendMail(
    {
      host: 'localhost',
      port: server.port,
      security: 'none',
      username: '',
      password: '',
      from: 'wardtrack@ward.example',
      ...members,
    },
    mail,
    {
      ...rules,
      // The test server listens on IPv4, whatever localhost means on this machine.
      resolve: async () => [{ address: '127.0.0.1', family: 4 }],
      ...(ca === undefined ? {} : { ca }),
    },
    AbortSignal.timeout(20_000),
  )

describe('a mail', () => {
  test('arrives with its subject, text and given id', async () => {
    const server = await start()
    expect(await send(server)).toMatchObject({
      accepted: true,
      code: 250,
      text: expect.stringContaining('queued as 42'),
      isFinal: true,
    })
    expect(server.mails).toMatchObject([{ to: mail.to, secure: false, user: undefined }])
    const text = server.mails[0]?.text ?? ''
    for (const line of [
      'From: wardtrack@ward.example',
      'Subject: Pumps',
      'Message-ID: <m-1@ward.example>',
      'Auto-Submitted: auto-generated',
      'Two are offline.',
    ])
      expect(text).toContain(line)
  })

  test('is not sent without STARTTLS when it is selected', async () => {
    const server = await start({ withoutStartTls: true })
    const answer = await send(server, { security: 'starttls' })
    expect(answer).toMatchObject({ accepted: false, failure: 'not-encrypted', isFinal: false })
    expect(server.mails).toEqual([])
  })

  test.each(['starttls', 'tls'] as const)(
    'by %s is sent only when the certificate is trusted',
    async (security) => {
      const server = await start({ secure: security === 'tls' })
      expect(await send(server, { security })).toMatchObject({
        accepted: false,
        failure: 'certificate-not-trusted',
        isFinal: false,
      })
      expect(server.mails).toEqual([])
      const answer = await send(server, { security }, TEST_CERTIFICATE)
      expect(answer).toMatchObject({ accepted: true })
      expect(server.mails).toMatchObject([{ secure: true }])
    },
  )

  test('is not sent to a server with another name in its certificate', async () => {
    const server = await start({ secure: true })
    const answer = await send(server, { security: 'tls', host: 'other.example' }, TEST_CERTIFICATE)
    expect(answer).toMatchObject({ accepted: false, failure: 'certificate-not-trusted' })
    expect(server.mails).toEqual([])
  })

  test("is sent after a login, and a refused login shows the server's message", async () => {
    const server = await start({ password: 'a good password' })
    const login = { username: 'wardtrack', password: 'a good password' }
    expect(await send(server, login)).toMatchObject({ accepted: true })
    expect(server.mails).toMatchObject([{ user: 'wardtrack' }])
    expect(await send(server, { ...login, password: 'a wrong one' })).toMatchObject({
      accepted: false,
      code: 535,
      text: '535 Wrong password',
      failure: 'sign-in-refused',
      isFinal: false,
    })
  })

  test('to an unknown mailbox is given up, and to a busy one is retried', async () => {
    const server = await start()
    server.refuse = () => ({ code: 550, text: 'No such mailbox' })
    expect(await send(server)).toMatchObject({
      accepted: false,
      code: 550,
      text: '550 No such mailbox',
      failure: 'recipient-refused',
      isFinal: true,
    })
    server.refuse = () => ({ code: 451, text: 'Try later' })
    expect(await send(server)).toMatchObject({ code: 451, isFinal: false })
    server.refuse = (_to, at) => (at === 'mail' ? { code: 554, text: 'Spam' } : undefined)
    expect(await send(server)).toMatchObject({ code: 554, failure: 'mail-refused', isFinal: true })
  })

  test('is refused without a login when the server requires one', async () => {
    const server = await start({ password: 'a good password' })
    expect(await send(server)).toMatchObject({
      accepted: false,
      code: 530,
      failure: 'sign-in-needed',
      isFinal: false,
    })
  })

  test.each([
    ['is silent', '', 'timed-out'],
    ['speaks another protocol', 'SSH-2.0-OpenSSH_9.2p1 Debian-2\r\n', 'other-protocol'],
  ])(
    "to a server that %s fails with that reason, without the server's text",
    async (_what, greeting, failure) => {
      const server = createServer((socket) => {
        socket.on('error', () => undefined)
        socket.write(greeting)
      })
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      const { port } = server.address() as { port: number }
      const answer = await sendMail(
        { host: '127.0.0.1', port, security: 'none', username: '', password: '', from: 'a@b' },
        mail,
        rules,
        AbortSignal.timeout(1_000),
      )
      await new Promise((resolve) => server.close(resolve))
      expect(answer).toEqual({ accepted: false, failure, isFinal: false, isAboutTheMail: false })
    },
  )

  test('to an unreachable or forbidden server fails with the reason', async () => {
    const server = await start()
    await server.close()
    servers.pop()
    expect(await send(server)).toMatchObject({
      accepted: false,
      failure: 'connection-refused',
      isFinal: false,
    })
    const refused = await sendMail(
      { host: '169.254.169.254', port: 25, security: 'none', username: '', password: '', from: 'a@b' },
      mail,
      rules,
      AbortSignal.timeout(5_000),
    )
    expect(refused).toMatchObject({
      accepted: false,
      failure: 'address-not-allowed',
      isFinal: false,
    })
  })
})

test('the host of a mail server is a name or an allowed IP address, including private networks', async () => {
  await checkMailServer('10.20.30.40', 25, { allowed: [] })
  await checkMailServer('2001:db8::25', 587, { allowed: [] })
  for (const host of [
    '169.254.169.254',
    '127.0.0.1',
    'metadata.google.internal',
    '',
    'a b',
    'a/b',
    'a@b',
    '1.2.3',
  ])
    await expect(checkMailServer(host, 25, { allowed: [] })).rejects.toThrow(AddressNotAllowed)
})
