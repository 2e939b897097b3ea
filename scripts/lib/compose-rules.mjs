import { parse } from 'yaml'

/** Environment variables that are no settings of the product: those of Node, the allocator and the shell. */
export const RUNTIME_NAMES = new Set(['NODE_OPTIONS', 'NODE_EXTRA_CA_CERTS', 'MALLOC_ARENA_MAX', 'HOME'])
const FILE_SUFFIX = '_FILE'
const SECRETS = '/run/secrets/'
/** A tag with at least three numbers: `8.0.34`, `8.10.2-alpine`. */
const PINNED = /:\d+\.\d+\.\d+(?:-[a-z0-9.]+)*$/
const OWN_IMAGE = 'wardtrack-'
const INTERPOLATED = /\$\{([A-Z0-9_]+)(?::-([^}]*))?\}/g

/**
 * Reads the compose file like Docker without an `.env`: defaults replace variables.
 * @param {string} text
 */
export const readCompose = (text) =>
  parse(
    text.replaceAll(INTERPOLATED, (_, _name, value = '') => value),
    { merge: true },
  )

/**
 * Lists the errors and omissions of the compose file.
 * @param {string} text the file
 * @param {{ settings: Set<string>, example: string }} known the product's settings by variable name, and the text of
 * `.env.example`
 * @returns {string[]} one line each
 */
export function composeProblems(text, { settings, example }) {
  const compose = readCompose(text)
  const services = Object.entries(compose.services)
  const finished = endingServices(services)
  return [
    ...services.flatMap(([name, service]) =>
      [
        ...guardProblems(service, finished.has(name)),
        ...imageProblems(service),
        ...cloneProblems(service),
        ...commandProblems(service),
        ...environmentProblems(service, settings),
        ...sourceProblems(service, compose),
        ...(service.ports && name !== 'gateway' ? ['only the gateway is reached from outside'] : []),
      ].map((problem) => `${name}: ${problem}`),
    ),
    ...builderProblems(services),
    ...exampleProblems(text, example),
  ]
}

/** Returns the services whose end others wait for. They serve nothing, so they need no health check. */
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

const imageProblems = ({ image = '' }) =>
  PINNED.test(image) ? [] : [`the image ${image} names no version of three numbers`]

/**
 * Files of the clone may be private to their owner. Secrets are readable, because `make-secrets.sh` makes them so.
 */
const cloneProblems = ({ configs = [], volumes = [] }) =>
  configs.length > 0 || volumes.some((volume) => /^[./]/.test(volume))
    ? ['it mounts files of the clone, which its account may not be able to read: copy them into its image']
    : []

/**
 * Compose builds in parallel, and two builds of one tag fail. So one service builds an image, and the others start
 * after it.
 */
function builderProblems(services) {
  const images = new Set(
    services.map(([, { image }]) => image).filter((image) => image?.startsWith(OWN_IMAGE)),
  )
  return [...images].flatMap((image) => {
    const users = services.filter(([, service]) => service.image === image)
    const builders = users.filter(([, { build }]) => build).map(([name]) => name)
    if (builders.length !== 1)
      return [`${builders.join(', ') || 'nothing'} builds ${image}: one service has to`]
    const [builder] = builders
    return users
      .filter(([name, { depends_on: needed = {} }]) => name !== builder && !(builder in needed))
      .map(([name]) => `${name}: it does not depend on ${builder}, which builds its image`)
  })
}

/** YAML reads an unquoted line with `: ` as a map, and Docker Compose refuses the whole file. */
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

/** Checks that secrets, networks and volumes of a service are declared. */
function sourceProblems(service, compose) {
  const named = {
    secrets: service.secrets ?? [],
    networks: service.networks ?? [],
    volumes: (service.volumes ?? []).map((volume) => volume.split(':')[0]),
  }
  return Object.entries(named).flatMap(([kind, names]) =>
    names.filter((name) => !(name in (compose[kind] ?? {}))).map((name) => `${name} is not among ${kind}`),
  )
}

/** Checks that `.env.example` names exactly the variables of the compose file, with the same values. */
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

/** The stage that only builds: `image-files.mjs` makes its results readable. */
const BUILD_STAGE = 'build'

/**
 * Lists the errors of a Dockerfile: images without a version, files that may be unreadable, final stages that run as
 * root.
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
    if (/^(?:COPY|ADD) /.test(line) && stage !== BUILD_STAGE && !/ --(?:chmod|from)=/.test(line))
      problems.push(`${stage}: files keep the mode that they have in the clone: ${line}`)
    const user = /^USER (\S+)$/.exec(line)
    if (user) users.set(stage, user[1])
  }
  for (const target of targets)
    if ((users.get(target) ?? 'root') === 'root') problems.push(`${target} is missing or runs as root`)
  return problems
}
