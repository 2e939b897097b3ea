import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { at } from '../lib/paths.mjs'
import { run } from './command.mjs'

const PORTS = { WARDTRACK_HTTPS_PORT: '18443', WARDTRACK_HTTP_PORT: '18080' }
const storeUri = (password) =>
  `mongodb://wardtrack:${password}@mongodb-1:27017/wardtrack?directConnection=true&authSource=admin&authMechanism=SCRAM-SHA-256`
export const INGEST_KEY = 'key-of-the-containers-test'

/**
 * Creates the stack of a clone. Umask 077 makes files private to their owner, as on a hardened machine.
 * @param {string} work
 * @param {{ env: Record<string, string> }} engine
 */
export function createStack(work, { env }) {
  const clone = join(work, 'clone')
  const secrets = join(clone, 'deploy', 'secrets')
  const underUmask = (command, ...args) => run('sh', ['-c', `umask 077 && exec "$@"`, 'sh', command, ...args])
  underUmask('git', 'clone', '--quiet', '--no-hardlinks', at(), clone)
  underUmask(join(clone, 'deploy', 'make-secrets.sh'), 'localhost')
  const password = readFileSync(join(secrets, 'mongodb_password'), 'utf8').trim()
  writeFileSync(join(secrets, 'mongodb_uri.new'), storeUri(password), { mode: 0o444 })
  run('mv', ['-f', join(secrets, 'mongodb_uri.new'), join(secrets, 'mongodb_uri')])
  const stack = openStack(clone, env)
  return {
    ...stack,
    certificate: join(secrets, 'tls_certificate'),
    environment: {
      WARDTRACK_CONTAINERS_CLONE: clone,
      DOCKER_HOST: env.DOCKER_HOST,
      DOCKER_CONFIG: env.DOCKER_CONFIG,
    },
  }
}

/** Returns the stack of the run that called this process. */
export const currentStack = () => openStack(process.env.WARDTRACK_CONTAINERS_CLONE, process.env)

function openStack(clone, env) {
  const settings = { env: { ...env, ...PORTS }, cwd: clone }
  const store = join(clone, 'scripts', 'container-tests', 'store.yml')
  const compose = (...args) =>
    run('docker', ['compose', '-f', 'docker-compose.yml', '-f', store, ...args], settings)
  const up = (...args) => console.error(compose('up', '--detach', '--wait', '--wait-timeout', '600', ...args))
  return {
    url: `https://localhost:${PORTS.WARDTRACK_HTTPS_PORT}`,
    password: readFileSync(join(clone, 'deploy', 'secrets', 'admin_password'), 'utf8').trim(),
    compose,
    /** builds every image that the compose file names, including stores that other programs replace here */
    build: () => {
      for (const target of ['mongodb', 'redis', 'kafka'])
        run('docker', ['compose', 'build', target === 'mongodb' ? 'mongodb-1' : target], settings)
    },
    up: () => up('--build'),
    /** starts an empty installation: stores and files are those of a first start */
    startEmpty: () => {
      compose('rm', '--stop', '--force', 'api', 'location', 'status', 'mongodb-1', 'mongodb-init')
      run('docker', ['volume', 'rm', 'wardtrack_files', 'wardtrack_mongodb-1'], settings)
      up('--no-build')
    },
    /** the running containers: service, state, health, and the process on this machine */
    containers: () =>
      run('docker', ['ps', '--all', '--quiet', '--no-trunc'], settings)
        .split('\n')
        .filter(Boolean)
        .map((id) => JSON.parse(run('docker', ['inspect', id], settings))[0]),
    remove: () => compose('down', '--volumes', '--remove-orphans', '--timeout', '20'),
  }
}
