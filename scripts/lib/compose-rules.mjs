import { parse } from 'yaml'

/** Names that no setting of the product has: they are Node's, the allocator's and the shell's. */
export const RUNTIME_NAMES = new Set(['NODE_OPTIONS', 'NODE_EXTRA_CA_CERTS', 'MALLOC_ARENA_MAX', 'HOME'])
const FILE_SUFFIX = '_FILE'
const SECRETS = '/run/secrets/'
/** A tag that says at least three numbers: `8.0.13`, `7.2.10-alpine`. */
const PINNED = /:\d+\.\d+\.\d+(?:-[a-z0-9.]+)*$/
const INTERPOLATED = /\$\{([A-Z0-9_]+)(?::-([^}]*))?\}/g

/**
 * The compose file as Docker reads it without an `.env`: defaults in the place of variables.
 * @param {string} text
 */
export const readCompose = (text) =>
  parse(
    text.replaceAll(INTERPOLATED, (_, _name, value = '') => value),
    { merge: true },
  )

/**
 * What the compose file has that it should not have, and the other way round, one line each.
 * @param {string} text the file
 * @param {{ settings: Set<string>, example: string, fileExists: (path: string) => boolean }} known the product's settings by
 * variable name, the text of `.env.example`, and which files the repository holds
 * @returns {string[]}
 */
export function composeProblems(text, { settings, example, fileExists }) {
  const compose = readCompose(text)
  const services = Object.entries(compose.services)
  const finished = endingServices(services)
  return [
    ...services.flatMap(([name, service]) =>
      [
        ...guardProblems(service, finished.has(name)),
        ...imageProblems(service),
        ...commandProblems(service),
        ...environmentProblems(service, settings),
        ...sourceProblems(service, compose),
        ...(service.ports && name !== 'gateway' ? ['only the gateway is reached from outside'] : []),
      ].map((problem) => `${name}: ${problem}`),
    ),
    ...exampleProblems(text, example),
    ...Object.entries(compose.configs ?? {}).flatMap(([name, { file }]) =>
      fileExists(file) ? [] : [`config ${name}: there is no ${file}`],
    ),
  ]
}

/** Those that others wait for until they have ended: they serve nothing, so nothing asks how they are. */
const endingServices = (services) =>
  new Set(
    services.flatMap(([, { depends_on: needed = {} }]) =>
      Object.entries(needed)
        .filter(([, { condition }]) => condition === 'service_completed_successfully')
        .map(([name]) => name),
    ),
  )

function guardProblems(service, isEnding) {
  const limits = service.deploy?.resources?.limits ?? {}
  const rules = [
    [service.read_only === true, 'its files can be written: read_only'],
    [service.cap_drop?.includes('ALL') && !service.cap_add, 'it has capabilities: cap_drop'],
    [service.security_opt?.includes('no-new-privileges:true'), 'it can gain rights: security_opt'],
    [!service.privileged, 'it is privileged'],
    [/^[1-9]\d*:\d+$/.test(service.user ?? ''), 'it runs as root: user'],
    [limits.cpus && limits.memory && limits.pids, 'cpus, memory and pids need limits'],
    [service.restart, 'nothing starts it again: restart'],
    [isEnding || service.healthcheck?.test, 'it has no healthcheck'],
    [isEnding === (service.restart === 'on-failure'), 'restart does not fit what waits for it'],
  ]
  return rules.flatMap(([holds, problem]) => (holds ? [] : [problem]))
}

const imageProblems = ({ image = '', build }) => [
  ...(PINNED.test(image) ? [] : [`the image ${image} names no version of three numbers`]),
  ...(build || !image.startsWith('wardtrack-') ? [] : [`nothing builds ${image}`]),
]

/** A line with `: ` in it and without quotes is a map to YAML, and Docker Compose refuses the whole file. */
const commandProblems = ({ entrypoint, command, healthcheck }) =>
  Object.entries({ entrypoint, command, healthcheck: healthcheck?.test }).flatMap(([name, words]) =>
    [words ?? []].flat().every((word) => typeof word === 'string')
      ? []
      : [`${name}: a word of it is no text`],
  )

function environmentProblems({ environment = {}, secrets = [] }, settings) {
  return Object.entries(environment).flatMap(([name, value]) => {
    if (settings.has(name) || RUNTIME_NAMES.has(name)) return []
    if (!name.endsWith(FILE_SUFFIX) || !settings.has(name.slice(0, -FILE_SUFFIX.length)))
      return [`nothing reads ${name}`]
    const mounted = secrets.map((secret) => SECRETS + secret)
    return mounted.includes(value) ? [] : [`${name}: ${value} is none of its secrets`]
  })
}

/** Secrets, configs, networks and volumes that a service names are declared. */
function sourceProblems(service, compose) {
  const named = {
    secrets: service.secrets ?? [],
    configs: (service.configs ?? []).map(({ source }) => source),
    networks: service.networks ?? [],
    volumes: (service.volumes ?? []).map((volume) => volume.split(':')[0]),
  }
  return Object.entries(named).flatMap(([kind, names]) =>
    names.filter((name) => !(name in (compose[kind] ?? {}))).map((name) => `${name} is not among ${kind}`),
  )
}

/** `.env.example` names what the compose file asks for, with the same values, and nothing else. */
function exampleProblems(text, example) {
  const defaults = new Map([...text.matchAll(INTERPOLATED)].map(([, name, value = '']) => [name, value]))
  const shown = new Map(
    [...example.matchAll(/^([A-Z0-9_]+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
  )
  return [
    ...[...defaults]
      .filter(([name, value]) => shown.get(name) !== value)
      .map(([name, value]) => `.env.example: ${name}=${value} is missing`),
    ...[...shown.keys()]
      .filter((name) => !defaults.has(name))
      .map((name) => `.env.example: nothing asks for ${name}`),
  ]
}

/**
 * What is wrong with a Dockerfile: images without a version, and final stages that run as root.
 * @param {string} text
 * @param {readonly string[]} targets the stages that are run
 * @returns {string[]}
 */
export function dockerfileProblems(text, targets) {
  const versions = new Map([...text.matchAll(/^ARG (\w+)=(\S+)$/gm)].map(([, name, value]) => [name, value]))
  const users = new Map()
  const problems = []
  let stage
  for (const line of text.split('\n')) {
    const from = /^FROM (\S+) AS (\S+)$/.exec(line)
    if (from) {
      const image = from[1].replaceAll(/\$\{(\w+)\}/g, (_, name) => versions.get(name) ?? '')
      if (!PINNED.test(image) && !users.has(image))
        problems.push(`${image} names no version of three numbers`)
      stage = from[2]
      users.set(stage, 'root')
    } else if (line.startsWith('FROM ')) problems.push(`a stage has no name: ${line}`)
    const user = /^USER (\S+)$/.exec(line)
    if (user) users.set(stage, user[1])
  }
  for (const target of targets)
    if ((users.get(target) ?? 'root') === 'root') problems.push(`${target} is missing or runs as root`)
  return problems
}
