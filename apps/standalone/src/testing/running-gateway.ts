import { spawn } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort, TEST_CERTIFICATE, TEST_CERTIFICATE_KEY, TEST_WAIT } from '@wardtrack/test-kit'
import { vi } from 'vitest'

const CONFIGURATION = fileURLToPath(new URL('../../../../deploy/gateway', import.meta.url))

/** nginx with the configuration of the gateway's image. */
export type RunningGateway = {
  /** port of TLS on loopback */
  port: number
  /** port without TLS */
  plainPort: number
  /** port of the health check */
  healthPort: number
  stop(): Promise<void>
}

/**
 * Starts nginx as the gateway's image does, with other ports, folders and service addresses. In the image, Docker's
 * name server supplies the addresses.
 * @param consoleDir the console's files
 * @param upstreams ports on loopback by service
 * @throws Error with the message of nginx when it rejects the configuration
 */
export async function startGateway(
  consoleDir: string,
  upstreams: Readonly<Record<'api' | 'location' | 'status', readonly number[]>>,
): Promise<RunningGateway> {
  const home = await mkdtemp(join(tmpdir(), 'wardtrack-gateway-'))
  const [port, plainPort, healthPort] = [await freePort(), await freePort(), await freePort()]
  await cp(CONFIGURATION, join(home, 'wardtrack'), { recursive: true })
  await mkdir(join(home, 'secrets'))
  await writeFile(join(home, 'secrets/tls_certificate'), TEST_CERTIFICATE)
  await writeFile(join(home, 'secrets/tls_key'), TEST_CERTIFICATE_KEY)
  await placeUpstreams(join(home, 'wardtrack/upstreams.conf'), upstreams)
  await replaceIn(join(home, 'wardtrack'), [
    // This replacement comes first, because the folders of this test also lie in /tmp.
    ['/tmp/', `${home}/`],
    ['/etc/nginx/wardtrack/', `${home}/wardtrack/`],
    ['/run/secrets/', `${home}/secrets/`],
    ['/usr/share/wardtrack/console', consoleDir],
    ['/dev/stdout', `${home}/access.log`],
    ['listen 8443', `listen 127.0.0.1:${port}`],
    ['listen 8080', `listen 127.0.0.1:${plainPort}`],
    ['listen 127.0.0.1:8081', `listen 127.0.0.1:${healthPort}`],
  ])
  // As root, nginx would switch to an account that cannot read these folders.
  const user = process.getuid?.() === 0 ? 'user root; ' : ''
  const child = spawn('nginx', ['-c', join(home, 'wardtrack/nginx.conf'), '-g', `${user}daemon off;`], {
    env: { PATH: `${process.env['PATH'] ?? ''}:/usr/sbin` },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let errorOutput = ''
  child.stderr.on('data', (text: Buffer) => {
    errorOutput += text.toString()
  })
  let ended: string | undefined
  const exited = new Promise<void>((resolve) => {
    child.once('error', (error) => resolve(void (ended = error.message)))
    child.once('exit', (code) => resolve(void (ended = `code ${code}`)))
  })
  await vi.waitFor(async () => {
    if (ended === undefined) await fetch(`http://127.0.0.1:${healthPort}/health/live`)
  }, TEST_WAIT)
  if (ended !== undefined) throw new Error(`nginx ended with ${ended}: ${errorOutput}`)
  return {
    port,
    plainPort,
    healthPort,
    stop: async () => {
      child.kill('SIGTERM')
      await exited
      await rm(home, { recursive: true, force: true })
    },
  }
}

/** Replaces the services' names by loopback ports, because only nginx 1.27.3 and newer resolve the names again. */
async function placeUpstreams(
  path: string,
  upstreams: Readonly<Record<string, readonly number[]>>,
): Promise<void> {
  const text = await readFile(path, 'utf8')
  const placed = text.replaceAll(
    /server (\w+):8080 resolve ([^;]+);/g,
    (_all, name: string, options: string) =>
      (upstreams[name] ?? []).map((port) => `server 127.0.0.1:${port} ${options};`).join('\n'),
  )
  await writeFile(path, placed)
}

/** Replaces texts in all files of a folder. @throws Error when there is nothing to replace */
async function replaceIn(
  folder: string,
  replacements: readonly (readonly [before: string, after: string])[],
): Promise<void> {
  const unused = new Set(replacements)
  for (const name of await readdir(folder)) {
    let text = await readFile(join(folder, name), 'utf8')
    for (const replacement of replacements) {
      const [before, after] = replacement
      if (!text.includes(before)) continue
      unused.delete(replacement)
      text = text.replaceAll(before, after)
    }
    await writeFile(join(folder, name), text)
  }
  for (const [before] of unused)
    throw new Error(`the gateway's configuration does not say ${before} any more`)
}
