import { execFileSync } from 'node:child_process'
import { at, ROOT, toolEnvironment } from './paths.mjs'

/** Licences that permit commercial use and that the product may ship beside its own. */
export const ALLOWED_LICENSES = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  // The font of PDF files: it may be used, copied and sold with software under its own name.
  'Bitstream-Vera',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  // libvips, which sharp loads as a shared library of its own and which can be exchanged there.
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  // A list of leaked passwords, which is read as it is: only changes of its own files would have to be published.
  'MPL-2.0',
  // The font of the demo's plans.
  'OFL-1.1',
  'Unlicense',
])

/** Licences of packages that say theirs in words alone. */
const STATED_LICENSES = { 'dejavu-fonts-ttf': 'Bitstream-Vera', 'incremental-encoder': 'MPL-2.0' }

/**
 * What the product is made of beside its own code: every package that is installed for running it, on any system.
 * @returns {{ name: string, version: string, license: string, homepage?: string, author?: string }[]} by name, version
 */
export function productionDependencies() {
  const pnpm = at('node_modules', '.bin', 'pnpm')
  const listed = execFileSync(pnpm, ['licenses', 'list', '--prod', '--json'], {
    cwd: ROOT,
    env: toolEnvironment(),
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  return Object.values(JSON.parse(listed))
    .flat()
    .flatMap(({ name, versions, license, homepage, author }) =>
      versions.map((version) => ({
        name,
        version,
        license: STATED_LICENSES[name] ?? license,
        ...(homepage ? { homepage } : {}),
        ...(author ? { author } : {}),
      })),
    )
    .sort((a, b) => (`${a.name} ${a.version}` < `${b.name} ${b.version}` ? -1 : 1))
}

/** Packages that exist once for each system, by the part of their name that says which. */
export const isForOneSystem = (name) => /-(linux|darwin|win32|linuxmusl|freebsd)-/.test(name)
