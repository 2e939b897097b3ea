import { cpSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { CACHE, run, succeeds } from './command.mjs'

const DEBIAN_PACKAGES = [
  'docker.io',
  'iptables',
  'mmdebstrap',
  'git',
  'openssl',
  'chromium',
  'maven',
  'openjdk-17-jre-headless',
]
/**
 * Compose is in Debian 13. Debian 12 has none that can read the file, so Compose is built there, if Go is installed.
 */
const COMPOSE_PACKAGE = 'docker-compose'
const COMPOSE_MODULE = 'github.com/docker/compose/v2@v2.40.3'
const PLUGIN_FOLDERS = [
  '/usr/libexec/docker/cli-plugins',
  '/usr/lib/docker/cli-plugins',
  '/usr/local/lib/docker/cli-plugins',
]
/**
 * Installs missing programs with apt, and finds Docker Compose.
 * @param {string} work
 * @returns {{ config: string }} a configuration folder of Docker's client with the plugin
 */
export function installTools(work) {
  if (process.getuid() !== 0) throw new Error('Containers are started by root.')
  const missing = DEBIAN_PACKAGES.filter((name) => !succeeds('dpkg', ['-s', name], { stdio: 'ignore' }))
  if (missing.length > 0) install(missing)
  const config = join(work, 'docker-config')
  const folder = join(config, 'cli-plugins')
  mkdirSync(folder, { recursive: true })
  cpSync(findCompose(), join(folder, 'docker-compose'))
  return { config }
}

function install(names) {
  console.log(`Installing ${names.join(' ')}`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  run('apt-get', ['update', '-q'], { env })
  run('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...names], { env })
}

function findCompose() {
  const built = join(CACHE, COMPOSE_MODULE.split('@')[1], 'docker-compose')
  const installed = () =>
    [...PLUGIN_FOLDERS.map((folder) => join(folder, 'docker-compose')), built].find((path) =>
      existsSync(path),
    )
  if (installed()) return installed()
  if (/Candidate: (?:[2-9]|\d\d)\./.test(run('apt-cache', ['policy', COMPOSE_PACKAGE])))
    install([COMPOSE_PACKAGE])
  else buildCompose(built)
  const path = installed()
  if (!path) throw new Error('Docker Compose 2 is neither in Debian nor could it be built.')
  return path
}

function buildCompose(target) {
  console.log(`Building ${COMPOSE_MODULE}, which takes some minutes`)
  const { Dir: sources } = JSON.parse(run('go', ['mod', 'download', '-json', COMPOSE_MODULE]))
  const folder = join(target, '..')
  mkdirSync(folder, { recursive: true })
  const version = `github.com/docker/compose/v2/internal.Version=${COMPOSE_MODULE.split('@')[1]}`
  run('go', ['build', '-trimpath', '-ldflags', `-s -w -X ${version}`, '-o', target, './cmd'], {
    cwd: sources,
  })
}
