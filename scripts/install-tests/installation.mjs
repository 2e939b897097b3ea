import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PAGES } from '../../packages/contracts/dist/index.js'
import { sha256Of } from '../lib/bundle-files.mjs'

const PASSWORD = 'correct horse battery staple'
const KEY = 'an-ingestion-key-for-tests'

/** Creates a folder with an unpacked bundle and room for an installation. */
export function createWorkplace() {
  const dir = mkdtempSync(join(tmpdir(), 'wardtrack-install-'))
  const unpacked = join(dir, 'unpacked')
  mkdirSync(unpacked)
  const tar = spawnSync('tar', ['-xzf', process.env.WARDTRACK_BUNDLE, '-C', unpacked])
  if (tar.status !== 0) throw new Error(`the bundle cannot be unpacked: ${tar.stderr}`)
  const [name] = readdirSync(unpacked)
  const paths = { base: join(dir, 'base'), data: join(dir, 'data'), home: join(dir, 'home') }
  mkdirSync(paths.home)
  return { ...paths, release: join(unpacked, name), name, remove: () => rmSync(dir, { recursive: true }) }
}

/**
 * Turns the unpacked bundle into another release.
 * @param change members of its `release.json`
 */
export function changeRelease({ release }, change) {
  const file = join(release, 'release.json')
  const former = sha256Of(file)
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), ...change }))
  const sums = join(release, 'SHA256SUMS')
  writeFileSync(sums, readFileSync(sums, 'utf8').replace(former, sha256Of(file)))
}

/** Runs a program of a release, with an empty home folder. @returns its exit code and all its output */
export function run(workplace, program, ...args) {
  const { status, stdout, stderr } = spawnSync(program, args, {
    env: environment(workplace),
    encoding: 'utf8',
  })
  return { code: status, text: stdout + stderr }
}

const environment = ({ home }) => ({ PATH: process.env.PATH, HOME: home })

/**
 * Starts the embedded store of a release alone, in place of a MongoDB. @returns its address, and a function that ends
 * it
 */
export async function startStore({ release, home }) {
  const main = join(release, 'packages', 'embedded-mongo', 'dist', 'main.js')
  const child = spawn(process.execPath, [main, '--data', mkdtempSync(join(home, 'store-'))], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = new Promise((resolve) => child.once('exit', resolve))
  const uri = await new Promise((resolve) =>
    child.stdout.once('data', (text) => resolve(String(text).trim())),
  )
  const stop = async () => {
    child.kill('SIGTERM')
    return exited
  }
  return { uri, stop }
}

/** Starts the installed release and waits until it serves. */
export async function startInstalled(workplace) {
  const child = spawn(join(workplace.base, 'current', 'bin', 'wardtrack'), ['start'], {
    env: {
      ...environment(workplace),
      PORT: '0',
      WARDTRACK_ADMIN_PASSWORD: PASSWORD,
      WARDTRACK_INGEST_KEY: KEY,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = new Promise((resolve) => child.once('exit', resolve))
  let output = ''
  const url = await new Promise((resolve, reject) => {
    const read = (text) => {
      output += text
      const found = /ready on (\S+)/.exec(output)?.[1]
      if (found) resolve(found)
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.once('exit', () => reject(new Error(`it did not start: ${output}`)))
  })
  const stop = async () => {
    child.kill('SIGTERM')
    return exited
  }
  return { url, output: () => output, stop, ...callsOf(url) }
}

function callsOf(url) {
  const post = async (path, body, headers) => {
    const answer = await fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    return { status: answer.status, body: await answer.json() }
  }
  const signIn = async () => {
    const known = { username: 'admin', password: PASSWORD, authenticationMethod: 'Password' }
    const { body } = await post('/api/user/verify', known)
    return { authorization: `Bearer ${body.AccessToken}` }
  }
  return {
    page: async () => (await fetch(url)).text(),
    /** lets the first account see every page */
    configure: async () =>
      post(
        '/api/privilege/addPrivilege',
        { privilegeName: 'May see everything', description: 'every page', routes: PAGES },
        await signIn(),
      ),
    push: async (...ids) =>
      post(
        '/api/ingest/assets',
        ids.map((AssetId) => ({ AssetType: 'Equipment', AssetId })),
        { 'x-api-key': KEY },
      ),
    /** identifiers of the listed assets */
    assets: async () => {
      const { body } = await post('/api/assets.filter?page=1&pagesize=50', {}, await signIn())
      return body.assets.map(({ AssetId }) => AssetId).sort()
    },
  }
}
