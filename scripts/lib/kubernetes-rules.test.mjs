import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { serviceSettings } from '../../packages/service-runtime/dist/index.js'
import { readCompose } from './compose-rules.mjs'
import { chartDigest, kubernetesProblems, readManifests, valuesProblems } from './kubernetes-rules.mjs'
import { at } from './paths.mjs'

const read = (...path) => readFileSync(at(...path), 'utf8')
const MANIFESTS = read('deploy', 'kubernetes', 'wardtrack.yaml')
const COMPOSE = read('docker-compose.yml')
const UPSTREAMS = read('deploy', 'gateway', 'upstreams.conf')
const settings = new Set(Object.keys(serviceSettings.shape))

const problemsOf = ({ manifests = MANIFESTS, compose = COMPOSE, upstreams = UPSTREAMS }) =>
  kubernetesProblems(readManifests(manifests), { settings, compose: readCompose(compose), upstreams })

/** Returns the manifests from the one of this kind and name on. */
const from = (kind, name) => MANIFESTS.slice(MANIFESTS.indexOf(`kind: ${kind}\nmetadata:\n  name: ${name}\n`))

test('the manifests have no problems', () => {
  expect(problemsOf({})).toEqual([])
})

describe('a changed manifest of the api', () => {
  const API = from('Deployment', 'wardtrack-api')
  const BEFORE = MANIFESTS.slice(0, -API.length)

  test.each([
    [
      'automountServiceAccountToken: false',
      '',
      'it is given a token of the cluster: automountServiceAccountToken',
    ],
    ['runAsNonRoot: true', 'runAsNonRoot: false', 'it may run as root: runAsNonRoot'],
    ['runAsUser: 1000', 'runAsUser: 0', 'it may run as root: runAsNonRoot'],
    ['runAsUser: 1000', 'runAsUser: 1001', 'it runs not as 1000:1000'],
    ['{ type: RuntimeDefault }', '{ type: Unconfined }', 'system calls are not limited: seccompProfile'],
    ['shareProcessNamespace', 'hostPID', 'it gets to its machine'],
    ['emptyDir: { medium: Memory, sizeLimit: 256Mi }', 'hostPath: { path: /tmp }', 'it gets to its machine'],
    ['readOnlyRootFilesystem: true', '', 'its files can be written: readOnlyRootFilesystem'],
    ['allowPrivilegeEscalation: false', '', 'it can gain rights: allowPrivilegeEscalation'],
    ['privileged: false', 'privileged: true', 'it is privileged'],
    ['{ drop: [ALL] }', '{ drop: [ALL], add: [CHOWN] }', 'it has capabilities: capabilities'],
    ['memory: 512Mi', '', 'cpu and memory need requests and limits'],
    [
      'wardtrack-service:1.0.0',
      'wardtrack-service:latest',
      'the image wardtrack-service:latest names no version of three numbers',
    ],
    ['wardtrack-service:1.0.0', 'wardtrack-service:1.0.1', 'it runs not wardtrack-service:1.0.0'],
    ['name: HOST', 'name: HOSTNAME_OF_IT', 'nothing reads HOSTNAME_OF_IT'],
    ['JWT_SECRET_FILE', 'JWT_SECRETS_FILE', 'nothing reads JWT_SECRETS_FILE'],
    [
      'value: /run/secrets/jwt_secret',
      'value: /run/secrets/jwt',
      'JWT_SECRET_FILE: /run/secrets/jwt is none of its secrets',
    ],
    ['path: redis_url', 'path: redis', 'REDIS_URL_FILE: /run/secrets/redis_url is none of its secrets'],
    ['replicas: 2', 'replicas: 1', 'the end of one pod ends the service: replicas'],
    ['readinessProbe:', 'probe:', 'nothing asks how it is: probes'],
    ['path: /health/ready', 'path: /health', 'ready is asked elsewhere'],
    [
      'livenessProbe:\n            httpGet: { path: /health/live',
      'livenessProbe:\n            httpGet: { path: /health/ready',
      'live is asked elsewhere',
    ],
    ['node, apps/api/dist', 'node, apps/status/dist', 'its command is another one than in the compose file'],
    ['cpu: "2"', 'cpu: "1"', 'its limit is not 2 processors'],
    ['memory: 1Gi', 'memory: 2Gi', 'its limit is not 1Gi of memory'],
    ['terminationGracePeriodSeconds: 30', 'terminationGracePeriodSeconds: 20', 'it has less time to end'],
    [
      '--max-old-space-size=640',
      '--max-old-space-size=900',
      'NODE_OPTIONS is --max-old-space-size=900, and --max-old-space-size=640 in the compose file',
    ],
  ])('is refused with %j as %j', (before, after, problem) => {
    expect(API).toContain(before)
    const problems = problemsOf({ manifests: BEFORE + API.replace(before, after) })
    expect(problems).toContain(`Deployment wardtrack-api: ${problem}`)
  })

  test.each([
    ['Service', 'no Service leads to it'],
    ['PodDisruptionBudget', 'no PodDisruptionBudget counts it'],
  ])('is refused without its %s', (kind, problem) => {
    const rest = from(kind, 'wardtrack-api')
    const manifests =
      MANIFESTS.slice(0, -rest.length) +
      rest.replace('component: api', 'component: app').replace(/(selector:[\s\S]*?component: )api/, '$1app')
    expect(problemsOf({ manifests })).toContain(`Deployment wardtrack-api: ${problem}`)
  })

  test('is refused when no network policy applies to it', () => {
    expect(
      problemsOf({
        manifests: MANIFESTS.replace('values: [api, location, status]', 'values: [location, status]'),
      }),
    ).toEqual(['Deployment wardtrack-api: no NetworkPolicy holds it'])
  })
})

describe('a changed installation', () => {
  test.each([
    ['ReadWriteMany', 'ReadWriteOnce', 'wardtrack-files: not all processes can write it'],
    [
      'valid=5s',
      'valid=30s',
      'wardtrack-gateway: the way to the services is another one than in deploy/gateway/upstreams.conf',
    ],
    [
      'dist/main.js]',
      'dist/main.mjs]',
      'Deployment wardtrack-location: its command is another one than in the compose file',
    ],
  ])('is refused with %j as %j', (before, after, problem) => {
    expect(MANIFESTS).toContain(before)
    expect(problemsOf({ manifests: MANIFESTS.replaceAll(before, after) })).toContain(problem)
  })

  test('is refused when nothing runs a service of the compose file', () => {
    const compose = COMPOSE.replace('\n  status:\n', '\n  reports:\n')
    expect(problemsOf({ compose })).toContain('nothing runs reports')
  })

  test('is refused when its gateway differs from that of one machine', () => {
    const upstreams = UPSTREAMS.replace('server status:8080', 'server status:8081')
    expect(problemsOf({ upstreams })).toHaveLength(1)
  })
})

test('values offer each setting of the product once, and no other', () => {
  const schema = { properties: { settings: { properties: { A: {}, B: {}, C: {} } } } }
  expect(valuesProblems(schema, new Set(['A', 'B', 'D', 'E']), new Set(['B', 'E']))).toEqual([
    'values: nothing reads C',
    'values: the chart sets B itself',
    'values: D can not be set: settings of values.schema.json',
  ])
})

test('the chart has the version of the product', () => {
  const { version } = JSON.parse(read('package.json'))
  const chart = parse(read('deploy', 'helm', 'wardtrack', 'Chart.yaml'))
  expect(chart).toMatchObject({ version, appVersion: version })
})

test('the digest of a chart depends on the names and contents of its files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'wardtrack-chart-'))
  try {
    mkdirSync(join(folder, 'templates'))
    writeFileSync(join(folder, 'templates', 'a.yaml'), 'a: 1\n')
    const first = chartDigest(folder)
    expect(chartDigest(folder)).toBe(first)
    writeFileSync(join(folder, 'templates', 'a.yaml'), 'a: 2\n')
    const second = chartDigest(folder)
    expect(second).not.toBe(first)
    writeFileSync(join(folder, 'values.yaml'), '')
    expect(chartDigest(folder)).not.toBe(second)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
