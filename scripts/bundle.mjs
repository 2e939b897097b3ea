// `npm run bundle [-- --out FOLDER] [--label TEXT]`: creates one archive with everything that a machine without
// internet needs to run the product. It contains the built product, its production packages, the bill of materials
// and checksums. It also contains the scripts that install, upgrade and roll back. It fits the system and processor
// that made it, and does not include Node. Install: docs/install.md.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { listFiles, sha256Of } from './lib/bundle-files.mjs'
import { ensureBuilt } from './lib/ensure-built.mjs'
import { ensureInstalled } from './lib/ensure-installed.mjs'
import { at } from './lib/paths.mjs'
import { copyProduct, installPackages } from './lib/product-files.mjs'
import { runCommand } from './lib/run-command.mjs'

/** Versions of Node that a bundle supports: an installation runs for years. */
const BUNDLE_NODE = '>=24'

const option = (name) => {
  const index = process.argv.indexOf(`--${name}`)
  return index === -1 ? undefined : process.argv[index + 1]
}

await ensureInstalled()
if ((await ensureBuilt('start')) !== 0) fail('The build failed; no bundle was made.')
const release = releaseOf(option('label'))
const out = resolve(option('out') ?? at('dist'))
const work = mkdtempSync(join(tmpdir(), 'wardtrack-bundle-'))
process.on('exit', () => rmSync(work, { recursive: true, force: true }))
const root = join(work, release.name)

copyProduct(root)
if (!(await installPackages(root))) fail('The production packages could not be installed.')
await writeBillOfMaterials(root)
cpSync(at('install'), root, { recursive: true })
writeFileSync(join(root, 'release.json'), `${JSON.stringify(release, undefined, 2)}\n`)
writeFileSync(
  join(root, 'SHA256SUMS'),
  listFiles(root)
    .map((path) => `${sha256Of(join(root, path))}  ${path}\n`)
    .join(''),
)
const archive = pack()
console.log(`${archive}\n${sha256Of(archive)}`)

/** Returns the bundle's version, source and platform. */
function releaseOf(label) {
  const { version } = readJson(at('package.json'))
  const git = (...args) => execFileSync('git', args, { cwd: at(), encoding: 'utf8' }).trim()
  const commit = git('rev-parse', 'HEAD')
  const suffix = label ?? commit.slice(0, 12)
  if (!/^[A-Za-z0-9.-]+$/.test(suffix)) fail('A label consists of letters, digits, dots and hyphens.')
  const { platform, arch } = process
  return {
    name: `wardtrack-${version}-${suffix}-${platform}-${arch}`,
    version,
    commit,
    committedAt: git('show', '-s', '--format=%cI', 'HEAD'),
    node: BUNDLE_NODE,
    // Native packages are built for this platform.
    platform,
    arch,
  }
}

async function writeBillOfMaterials(target) {
  if ((await runCommand('node', [at('scripts', 'sbom.mjs'), join(target, 'sbom.cdx.json')])) !== 0)
    fail('The bill of materials could not be written.')
}

function pack() {
  mkdirSync(out, { recursive: true })
  const file = join(out, `${release.name}.tar.gz`)
  const fixed = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', `--mtime=${release.committedAt}`]
  execFileSync('tar', [...fixed, '-czf', file, '-C', work, release.name])
  writeFileSync(`${file}.sha256`, `${sha256Of(file)}  ${release.name}.tar.gz\n`)
  return file
}

function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'))
}

function fail(message) {
  console.error(message)
  process.exit(1)
}
