import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAllDocuments } from 'yaml'
import { listFiles } from './bundle-files.mjs'
import { RUNTIME_NAMES } from './compose-rules.mjs'

/** Seconds that a pod keeps serving after its stop signal, until other parts have noticed its end. */
const LEAVING_SECONDS = 5
const FILE_SUFFIX = '_FILE'
/** Settings whose values differ between a cluster and one machine. */
const OF_THE_CLUSTER = new Set(['WARDTRACK_TRUST_PROXY', 'KAFKA_BROKERS', 'KAFKA_REPLICATION'])

/**
 * Returns the digest of every file of the chart, which identifies the sources of the manifests.
 * @param {string} folder folder of the chart
 */
export function chartDigest(folder) {
  const hash = createHash('sha256')
  for (const path of listFiles(folder)) hash.update(`/${path}\n`).update(readFileSync(join(folder, path)))
  return hash.digest('hex')
}

/** @param {string} text manifests, one after the other */
export const readManifests = (text) =>
  parseAllDocuments(text)
    .map((document) => document.toJS())
    .filter((manifest) => manifest?.kind)

/**
 * Lists the errors and omissions of the manifests, one line each.
 * @param {object[]} manifests output of the chart
 * @param {{ settings: Set<string>, compose: object, upstreams: string }} known the product's settings by variable
 * name, the compose file as read, and the text of the gateway's upstreams.conf
 * @returns {string[]}
 */
export function kubernetesProblems(manifests, { settings, compose, upstreams }) {
  const pods = manifests.flatMap((manifest) => {
    const template = manifest.kind === 'Pod' ? manifest : manifest.spec?.template
    return template ? [{ manifest, template, spec: template.spec }] : []
  })
  return [
    ...pods.flatMap(({ manifest, template, spec }) =>
      [
        ...podProblems(spec),
        ...spec.containers.flatMap(containerProblems),
        ...environmentProblems(spec, settings),
        ...(manifest.kind === 'Deployment' ? deploymentProblems(manifest, manifests) : []),
        ...agreementProblems(template, compose.services),
      ].map((problem) => `${manifest.kind} ${manifest.metadata.name}: ${problem}`),
    ),
    ...Object.keys(compose.services)
      .filter(
        (name) =>
          /^wardtrack-(?:service|gateway):/.test(compose.services[name].image) &&
          !pods.some(({ template }) => componentOf(template) === name),
      )
      .map((name) => `nothing runs ${name}`),
    ...manifests.flatMap((manifest) => kindProblems(manifest, upstreams)),
  ]
}

const componentOf = ({ metadata }) => metadata.labels['app.kubernetes.io/component']
const toProblems = (rules) => rules.flatMap(([holds, problem]) => (holds ? [] : [problem]))

function podProblems({
  automountServiceAccountToken,
  hostNetwork,
  hostPID,
  securityContext = {},
  volumes = [],
}) {
  return toProblems([
    [
      automountServiceAccountToken === false,
      'it is given a token of the cluster: automountServiceAccountToken',
    ],
    [
      securityContext.runAsNonRoot === true && securityContext.runAsUser > 0,
      'it may run as root: runAsNonRoot',
    ],
    [
      securityContext.seccompProfile?.type === 'RuntimeDefault',
      'system calls are not limited: seccompProfile',
    ],
    [!hostNetwork && !hostPID && !volumes.some(({ hostPath }) => hostPath), 'it gets to its machine'],
  ])
}

function containerProblems({ image, resources, securityContext = {} }) {
  const amounts = ['cpu', 'memory'].flatMap((name) => [
    resources?.requests?.[name],
    resources?.limits?.[name],
  ])
  return toProblems([
    [securityContext.readOnlyRootFilesystem === true, 'its files can be written: readOnlyRootFilesystem'],
    [securityContext.allowPrivilegeEscalation === false, 'it can gain rights: allowPrivilegeEscalation'],
    [!securityContext.privileged, 'it is privileged'],
    [
      securityContext.capabilities?.drop?.includes('ALL') && !securityContext.capabilities.add,
      'it has capabilities: capabilities',
    ],
    [amounts.every(Boolean), 'cpu and memory need requests and limits'],
    [/:\d+\.\d+\.\d+$/.test(image), `the image ${image} names no version of three numbers`],
  ])
}

function environmentProblems({ containers, volumes = [] }, settings) {
  return containers.flatMap(({ env = [], volumeMounts = [] }) => {
    const mounted = volumeMounts.flatMap(({ name, mountPath }) =>
      (volumes.find((volume) => volume.name === name)?.secret?.items ?? []).map(
        ({ path }) => `${mountPath}/${path}`,
      ),
    )
    return env.flatMap(({ name, value }) => {
      if (settings.has(name) || RUNTIME_NAMES.has(name)) return []
      if (!name.endsWith(FILE_SUFFIX) || !settings.has(name.slice(0, -FILE_SUFFIX.length)))
        return [`nothing reads ${name}`]
      return mounted.includes(value) ? [] : [`${name}: ${value} is none of its secrets`]
    })
  })
}

function deploymentProblems({ metadata, spec }, manifests) {
  const { labels } = spec.template.metadata
  const [container] = spec.template.spec.containers
  const scaled = manifests.some(
    ({ kind, spec: { scaleTargetRef } = {} }) =>
      kind === 'HorizontalPodAutoscaler' && scaleTargetRef.name === metadata.name,
  )
  const chosenBy = (kind, selectorOf) =>
    manifests.some((manifest) => manifest.kind === kind && selects(selectorOf(manifest.spec), labels))
  return toProblems([
    [scaled || spec.replicas >= 2, 'the end of one pod ends the service: replicas'],
    [container.readinessProbe && container.livenessProbe, 'nothing asks how it is: probes'],
    [chosenBy('Service', ({ selector }) => ({ matchLabels: selector })), 'no Service leads to it'],
    [chosenBy('PodDisruptionBudget', ({ selector }) => selector), 'no PodDisruptionBudget counts it'],
    [chosenBy('NetworkPolicy', ({ podSelector }) => podSelector), 'no NetworkPolicy holds it'],
  ])
}

function selects({ matchLabels = {}, matchExpressions = [] }, labels) {
  return (
    Object.entries(matchLabels).every(([name, value]) => labels[name] === value) &&
    matchExpressions.every(({ key, operator, values }) => operator === 'In' && values.includes(labels[key]))
  )
}

/**
 * Checks that chart and compose file agree: account, command, image, limits, health check, and settings of a process.
 */
function agreementProblems(template, services) {
  const service = services[componentOf(template)]
  if (!service) return []
  const { containers, securityContext, terminationGracePeriodSeconds: grace } = template.spec
  const [{ command, env = [], image, resources, livenessProbe, readinessProbe }] = containers
  const { cpus, memory } = service.deploy.resources.limits
  const environment = service.environment ?? {}
  const asked = JSON.stringify(service.healthcheck.test)
  return toProblems([
    [
      `${securityContext?.runAsUser}:${securityContext?.runAsGroup}` === service.user,
      `it runs not as ${service.user}`,
    ],
    [image.endsWith(service.image), `it runs not ${service.image}`],
    [String(command) === String(service.command), 'its command is another one than in the compose file'],
    [resources?.limits?.cpu === cpus, `its limit is not ${cpus} processors`],
    [resources?.limits?.memory === toQuantity(memory), `its limit is not ${toQuantity(memory)} of memory`],
    [
      grace >= Number.parseInt(service.stop_grace_period ?? '10s') + LEAVING_SECONDS,
      'it has less time to end',
    ],
    [
      !asked.includes('/health/ready') || readinessProbe?.httpGet?.path === '/health/ready',
      'ready is asked elsewhere',
    ],
    [
      !asked.includes('/health/ready') || livenessProbe?.httpGet?.path === '/health/live',
      'live is asked elsewhere',
    ],
    ...env
      .filter(
        ({ name, value }) => name in environment && !OF_THE_CLUSTER.has(name) && environment[name] !== value,
      )
      .map(({ name, value }) => [false, `${name} is ${value}, and ${environment[name]} in the compose file`]),
  ])
}

/** Converts `256m` of Docker to the form of Kubernetes. */
const toQuantity = (memory) => memory.replace(/[kmg]$/, (unit) => `${unit.toUpperCase()}i`)

function kindProblems({ kind, metadata, spec, data }, upstreams) {
  if (kind === 'PersistentVolumeClaim' && !spec.accessModes.includes('ReadWriteMany'))
    return [`${metadata.name}: not all processes can write it`]
  if (kind === 'ConfigMap' && toShared(data['upstreams.conf']) !== toShared(upstreams))
    return [`${metadata.name}: the way to the services is another one than in deploy/gateway/upstreams.conf`]
  return []
}

/** Returns the settings of nginx without comments, without the cluster's names and its name server. */
const toShared = (text) =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => line.replace(/^resolver \S+/, 'resolver'))
    .map((line) => line.replace(/server \S*?(\w+)(?:\.[\w.-]+)?:8080/, 'server $1:8080'))
    .join('\n')

/**
 * Checks that the chart's values offer exactly the settings of the product that neither the chart nor a secret sets.
 * @param {object} schema values.schema.json
 * @param {Set<string>} settings by variable name
 * @param {Set<string>} set names that the chart sets itself, or that are left out on purpose
 * @returns {string[]}
 */
export function valuesProblems(schema, settings, set) {
  const offered = new Set(Object.keys(schema.properties.settings.properties))
  return [
    ...[...offered].filter((name) => !settings.has(name)).map((name) => `values: nothing reads ${name}`),
    ...[...offered].filter((name) => set.has(name)).map((name) => `values: the chart sets ${name} itself`),
    ...[...settings]
      .filter((name) => !offered.has(name) && !set.has(name))
      .map((name) => `values: ${name} can not be set: settings of values.schema.json`),
  ]
}
