// Checks the chart deploy/helm/wardtrack and its default output deploy/kubernetes/wardtrack.yaml. They must fit the
// product, the compose file and the rules for every pod. Where helm is installed, it also checks the chart with other
// values. Where kubernetes-validate is installed, it checks the manifests against the schemas of Kubernetes.
//
//   node scripts/check-kubernetes.mjs           the check
//   node scripts/check-kubernetes.mjs --write   renders the manifests again; needs helm
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serviceSettings } from '../packages/service-runtime/dist/index.js'
import { readCompose } from './lib/compose-rules.mjs'
import { chartDigest, kubernetesProblems, readManifests, valuesProblems } from './lib/kubernetes-rules.mjs'
import { at } from './lib/paths.mjs'

const CHART = at('deploy', 'helm', 'wardtrack')
const MANIFESTS = at('deploy', 'kubernetes', 'wardtrack.yaml')
/** The oldest version that the chart supports, and one that was supported when this was written. */
const VERSIONS = ['1.27', '1.37']
/** Values that turn on everything that is off or empty by default. */
const OTHER_VALUES = [
  'images.registry=registry.example/',
  'images.pullSecrets={registry}',
  'kafka.brokers=kafka:9092',
  'kafka.username=wardtrack',
  'authorities.configMapName=authorities',
  'settings.KAFKA_TLS=on',
  'services.api.autoscaling.enabled=true',
  'ingress.enabled=true',
  'ingress.className=public',
  'gateway.service.type=ClusterIP',
  'networkPolicy.monitoring[0].namespaceSelector.matchLabels.name=monitoring',
  'networkPolicy.egress[0].ports[0].port=27017',
  'files.storageClass=shared',
  'nodeSelector.disk=fast',
  'podAnnotations.a=b',
]
const NOT_OFFERED = new Set([
  // Set by the chart itself, or a key of the secret.
  'NODE_ENV',
  'HOST',
  'PORT',
  'WARDTRACK_DATA_DIR',
  'WARDTRACK_TRUST_PROXY',
  'MONGODB_URI',
  'REDIS_URL',
  'KAFKA_BROKERS',
  'KAFKA_REPLICATION',
  'KAFKA_USERNAME',
  'KAFKA_PASSWORD',
  'JWT_SECRET',
  'WARDTRACK_AUDIT_SECRET',
  'ENCRYPTION_KEY',
  'WARDTRACK_ADMIN_PASSWORD',
  // A secret that is for scripts: people create keys in the console.
  'WARDTRACK_INGEST_KEY',
  // The gateway has these addresses.
  'WARDTRACK_API_BASE',
  'WARDTRACK_LOCATION_BASE',
  'WARDTRACK_STATUS_BASE',
])

const known = {
  settings: new Set(Object.keys(serviceSettings.shape)),
  compose: readCompose(readFileSync(at('docker-compose.yml'), 'utf8')),
  upstreams: readFileSync(at('deploy', 'gateway', 'upstreams.conf'), 'utf8'),
}
const run = (program, ...args) => spawnSync(program, args, { encoding: 'utf8', maxBuffer: 16 * 1024 ** 2 })
const hasHelm = run('helm', 'version').status === 0
const header =
  () => `# Made from deploy/helm/wardtrack with its own values by \`node scripts/check-kubernetes.mjs --write\`.
# The chart's files: sha256 ${chartDigest(CHART)}
`

if (process.argv.includes('--write')) {
  if (!hasHelm) throw new Error('helm is needed to make the manifests.')
  writeFileSync(MANIFESTS, header() + template([]))
}
const text = readFileSync(MANIFESTS, 'utf8')
const manifests = readManifests(text)
const problems = [
  ...kubernetesProblems(manifests, known),
  ...valuesProblems(
    JSON.parse(readFileSync(join(CHART, 'values.schema.json'), 'utf8')),
    known.settings,
    NOT_OFFERED,
  ),
  ...(text.startsWith(header())
    ? []
    : ['deploy/kubernetes/wardtrack.yaml was made from another chart: --write']),
  ...(hasHelm ? helmProblems() : []),
]
const hasSchemas = run('kubernetes-validate', '--version').status === 0
if (hasSchemas) problems.push(...schemaProblems())
for (const problem of problems) console.log(`  ${problem}`)
console.log(
  `${manifests.length} manifests, ${problems.length} problems; helm ${hasHelm ? 'was asked' : 'is not installed'}, ` +
    `kubernetes-validate ${hasSchemas ? `was asked for ${VERSIONS.join(' and ')}` : 'is not installed'}`,
)
process.exitCode = problems.length === 0 ? 0 : 1

/** Renders the chart. @param {string[]} values as `--set` takes them */
function template(values) {
  const sets = values.flatMap((value) => ['--set', value])
  const namespace = ['--namespace', 'wardtrack', '--kube-version', VERSIONS.at(-1)]
  const { status, stdout, stderr } = run('helm', 'template', 'wardtrack', CHART, ...namespace, ...sets)
  if (status !== 0) throw new Error(`helm: ${stderr}`)
  return stdout
}

function helmProblems() {
  const lint = run('helm', 'lint', '--strict', '--kube-version', VERSIONS.at(-1), CHART)
  return [
    ...(lint.status === 0 ? [] : [`helm lint: ${lint.stdout}${lint.stderr}`]),
    ...(text === header() + template([]) ? [] : ['the chart makes other manifests: --write']),
    ...kubernetesProblems(readManifests(template(OTHER_VALUES)), known).map(
      (problem) => `with other values: ${problem}`,
    ),
    ...(isRefused('settings.WARDTRACK_LOGLEVEL=debug') ? [] : ['a setting that nothing reads is taken']),
    ...(isRefused('replicas=3') ? [] : ['a value that nothing reads is taken']),
  ]
}

function isRefused(value) {
  try {
    template([value])
    return false
  } catch {
    return true
  }
}

function schemaProblems() {
  const folder = mkdtempSync(join(tmpdir(), 'wardtrack-manifests-'))
  try {
    const files = [MANIFESTS]
    if (hasHelm) {
      files.push(join(folder, 'other-values.yaml'))
      writeFileSync(files[1], template(OTHER_VALUES))
    }
    return VERSIONS.flatMap((version) => {
      const { status, stdout, stderr } = run(
        'kubernetes-validate',
        '--strict',
        '-k',
        version,
        '--quiet',
        ...files,
      )
      return status === 0 ? [] : [`Kubernetes ${version}: ${stdout}${stderr}`]
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
}
