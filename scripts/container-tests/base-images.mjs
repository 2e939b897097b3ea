import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { CURRENT_NODE, nodeFolder } from '../lib/npm-node.mjs'
import { at } from '../lib/paths.mjs'
import { CACHE, run } from './command.mjs'

const SUITE = 'trixie'
const WEEK_MS = 7 * 86_400_000
const PACKAGES = ['ca-certificates', 'redis-server', 'openjdk-21-jre-headless', 'wget']
/** Suite with an nginx that supports `resolve` in upstreams (1.27.3). */
const NGINX_SUITE = 'forky'
const NPM = 'npm@11.21.2'
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt'

/** Accounts have the same numbers as in the real images. */
const account = (name, user, group) =>
  `RUN groupadd -o -g ${group} ${name}s && useradd -o -m -u ${user} -g ${group} ${name}`

const DOCKERFILE = `
FROM wardtrack-trial:debian AS node
COPY node /usr/local/bin/node
COPY npm /usr/local/lib/node_modules/npm
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm && ln -s ../lib/node_modules/npm/bin/npx-cli.js /usr/local/bin/npx
RUN groupadd -g 1000 node && useradd -m -u 1000 -g 1000 node
# A proxy of this machine may have a certificate of its own.
COPY ca-certificates.crt ${CERTIFICATES}
ENV NODE_EXTRA_CA_CERTS=${CERTIFICATES}
FROM wardtrack-trial:debian AS nginx
# Package lists of a testing suite expire after a week, and a mirror may be older. Their signatures are still checked.
RUN sed -n 's/ ${SUITE} / ${NGINX_SUITE} /p' /etc/apt/sources.list > /etc/apt/sources.list.d/nginx.list && \
    apt-get -q -o Acquire::Check-Valid-Until=false update && \
    DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends -t ${NGINX_SUITE} nginx-light
${account('nginx', 101, 101)}
FROM wardtrack-trial:debian AS mongo
${account('mongo', 999, 999)}
FROM wardtrack-trial:debian AS redis
${account('cache', 999, 1000)}
FROM wardtrack-trial:debian AS kafka
COPY kafka /opt/kafka/libs
${account('broker', 1000, 1000)}
RUN install -d -o 1000 -g 1000 /var/lib/kafka/data
`

/**
 * Creates images from Debian's packages, npm's Node and Kafka's jars, under the names that the Dockerfile asks for.
 * @param {string} work
 * @param {{ docker: (...args: string[]) => string }} engine
 */
export async function makeBaseImages(work, { docker }) {
  const folder = join(work, 'base')
  mkdirSync(folder)
  docker('import', debianTar(), 'wardtrack-trial:debian')
  await fillContext(join(folder, 'context'))
  for (const image of pinnedImages()) {
    const [, target] = /^(?:.*\/)?(\w+):/.exec(image)
    docker('build', '--network', 'host', '--target', target, '--tag', image, join(folder, 'context'))
  }
}

/** Returns a Debian with the packages that the images need, not older than a week. */
function debianTar() {
  const tar = join(CACHE, `${[SUITE, ...PACKAGES].join('-')}.tar`)
  if (existsSync(tar) && Date.now() - statSync(tar).mtimeMs < WEEK_MS) return tar
  console.log(`Making a base image of Debian ${SUITE}`)
  mkdirSync(CACHE, { recursive: true })
  run('mmdebstrap', [
    '--variant=minbase',
    '--format=tar',
    `--include=${PACKAGES.join(',')}`,
    SUITE,
    `${tar}.new`,
  ])
  renameSync(`${tar}.new`, tar)
  return tar
}

async function fillContext(folder) {
  mkdirSync(folder)
  writeFileSync(join(folder, 'Dockerfile'), DOCKERFILE)
  const node = await nodeFolder(CURRENT_NODE)
  if (!node) throw new Error(`${CURRENT_NODE} cannot be had.`)
  cpSync(join(node, 'node'), join(folder, 'node'))
  run('npm', ['pack', '--silent', '--pack-destination', folder, NPM])
  mkdirSync(join(folder, 'npm'))
  run('sh', ['-c', `tar -xzf ${join(folder, 'npm-*.tgz')} --strip-components=1 -C ${join(folder, 'npm')}`])
  cpSync(CERTIFICATES, join(folder, 'ca-certificates.crt'))
  run(at('scripts', 'kafka-broker.sh'), ['--fetch'])
  const version = /^ARG KAFKA_VERSION=(\S+)$/m.exec(readFileSync(at('Dockerfile'), 'utf8'))[1]
  const cache =
    process.env.KAFKA_CACHE ??
    join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'wardtrack-kafka')
  cpSync(join(cache, `kafka_2.13-${version}`), join(folder, 'kafka'), { recursive: true })
}

/** Returns the external images that the Dockerfile begins with. */
function pinnedImages() {
  const text = readFileSync(at('Dockerfile'), 'utf8')
  const versions = new Map([...text.matchAll(/^ARG (\w+)=(\S+)$/gm)].map(([, name, value]) => [name, value]))
  return new Set(
    [...text.matchAll(/^FROM (\S+) AS/gm)].map(([, image]) =>
      image.replaceAll(/\$\{(\w+)\}/g, (_, name) => versions.get(name) ?? ''),
    ),
  )
}
