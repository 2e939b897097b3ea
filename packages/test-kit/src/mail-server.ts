import type { AddressInfo } from 'node:net'
import { freePort } from '@wardtrack/service-kit/testing'
import { SMTPServer } from 'smtp-server'

/** Self-signed certificate of `localhost`, valid until 2126, and its key: for test servers alone. */
export const TEST_CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBljCCATugAwIBAgIUCl2u2zvW00lb4kALQcX3yCkY1ZAwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMjE5MDkyNVoYDzIxMjYxMDI5
MTkwOTI1WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAATGpshTXxjia+TyEu1yNbjGqLXWJT7tOj9AnLil71HzovZu6uRKqoQJ
p8Yy+tr4aGqAmaW1oTOj+nPneo47JauMo2kwZzAdBgNVHQ4EFgQUrQFE+reJQEfX
JM8DZ6vgQHhKp34wHwYDVR0jBBgwFoAUrQFE+reJQEfXJM8DZ6vgQHhKp34wDwYD
VR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglsb2NhbGhvc3QwCgYIKoZIzj0EAwID
SQAwRgIhAM8djWLFoNjrevhOu/Oousg0OR0T3bA1aImUhHgMfUehAiEAkNgXU0uh
BQF74CfVhNMqQwkhgmUNwOYMLQJBiDzBmx0=
-----END CERTIFICATE-----
`

export const TEST_CERTIFICATE_KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgxhbPC2q21OBPg2Vo
EXqBHHl+2jEUHpAOvKx+xUHotIahRANCAATGpshTXxjia+TyEu1yNbjGqLXWJT7t
Oj9AnLil71HzovZu6uRKqoQJp8Yy+tr4aGqAmaW1oTOj+nPneo47JauM
-----END PRIVATE KEY-----
`

/** A mail that the test server accepted. */
export type TakenMail = { to: string; user: string | undefined; secure: boolean; text: string }

/** A mail server on loopback. */
export type TestMailServer = {
  port: number
  mails: TakenMail[]
  /** returns the reply code and text that refuse a recipient or a mail; nothing is refused by default */
  refuse: (to: string, at: 'recipient' | 'mail') => { code: number; text: string } | undefined
  close(): Promise<void>
}

/** Options of the test's mail server. */
export type TestMailServerOptions = {
  secure?: boolean
  /** does not offer STARTTLS */
  withoutStartTls?: boolean
  /** the only accepted password; without it nobody logs in */
  password?: string
  port?: number
}

class Refusal extends Error {
  readonly responseCode: number
  constructor({ code, text }: { code: number; text: string }) {
    super(text)
    this.responseCode = code
  }
}

/** Starts a mail server on loopback that keeps the accepted mails. */
export async function startMailServer(options: TestMailServerOptions = {}): Promise<TestMailServer> {
  const { secure = false, withoutStartTls = false, password, port = await freePort() } = options
  const server = new SMTPServer({
    secure,
    cert: TEST_CERTIFICATE,
    key: TEST_CERTIFICATE_KEY,
    disabledCommands: [...(withoutStartTls ? ['STARTTLS'] : []), ...(password === undefined ? ['AUTH'] : [])],
    authOptional: password === undefined,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    logger: false,
    closeTimeout: 100,
    onAuth: (auth, _session, callback) =>
      auth.password === password
        ? callback(null, { user: auth.username ?? '' })
        : callback(new Refusal({ code: 535, text: 'Wrong password' })),
    onRcptTo: ({ address }, _session, callback) => {
      const refused = mailServer.refuse(address, 'recipient')
      callback(refused ? new Refusal(refused) : null)
    },
    onData: (stream, session, callback) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address).join()
        const refused = mailServer.refuse(to, 'mail')
        if (refused) return callback(new Refusal(refused))
        const user = typeof session.user === 'string' ? session.user : undefined
        const text = Buffer.concat(chunks).toString('utf8')
        mailServer.mails.push({ to, user, secure: session.secure, text })
        callback(null, 'queued as 42')
      })
    },
  })
  // Errors of a client must not end the test's process.
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve)
  })
  const mailServer: TestMailServer = {
    port: (server.server.address() as AddressInfo).port,
    mails: [],
    refuse: () => undefined,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
      }),
  }
  return mailServer
}
