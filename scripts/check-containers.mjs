// Checks docker-compose.yml, the Dockerfile and .env.example against the product and the rules for every container.
// Where Docker Compose is installed, it reads the file as well.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { serviceSettings } from '../packages/service-runtime/dist/index.js'
import { composeProblems, dockerfileProblems, readCompose } from './lib/compose-rules.mjs'
import { at } from './lib/paths.mjs'

const read = (name) => readFileSync(at(name), 'utf8')
const compose = read('docker-compose.yml')
const { services } = readCompose(compose)
const targets = [...new Set(Object.values(services).flatMap(({ build }) => (build ? [build.target] : [])))]
const { version } = JSON.parse(read('package.json'))

const problems = [
  ...composeProblems(compose, {
    settings: new Set(Object.keys(serviceSettings.shape)),
    example: read('.env.example'),
  }),
  ...dockerfileProblems(read('Dockerfile'), targets).map((problem) => `Dockerfile: ${problem}`),
  ...Object.entries(services)
    .filter(([, { image }]) => image.startsWith('wardtrack-') && !image.endsWith(`:${version}`))
    .map(([name, { image }]) => `${name}: ${image} is not version ${version}`),
]
for (const problem of problems) console.log(`  ${problem}`)
const askedDocker = askDockerCompose()
console.log(
  `${Object.keys(services).length} containers, ${targets.length} images, ${problems.length} problems; docker compose ${askedDocker}`,
)
process.exitCode = problems.length === 0 && askedDocker !== 'refuses the file' ? 0 : 1

/** Checks that Docker Compose accepts the file with the values of `.env.example`. */
function askDockerCompose() {
  const run = (...args) => spawnSync('docker', ['compose', ...args], { cwd: at(), encoding: 'utf8' })
  if (run('version').status !== 0) return 'is not installed'
  const { status, stderr } = run('--env-file', '.env.example', 'config', '--quiet')
  if (status !== 0) console.log(stderr)
  return status === 0 ? 'takes the file' : 'refuses the file'
}
