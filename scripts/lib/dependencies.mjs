import { execFileSync } from 'node:child_process'
import { at, ROOT, toolEnvironment } from './paths.mjs'

/** Licences that permit commercial use and distribution with the product. */
export const ALLOWED_LICENSES = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  // The font of PDF files: software with another name may use, copy and sell it.
  'Bitstream-Vera',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  // libvips, which sharp loads as a separate, replaceable shared library.
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  // A list of leaked passwords, which is used unchanged: only changes of its files would have to be published.
  'MPL-2.0',
  // The font of the demo's plans.
  'OFL-1.1',
  'Unlicense',
])

/** Licences of packages that name theirs only in prose. */
const STATED_LICENSES = { 'dejavu-fonts-ttf': 'Bitstream-Vera', 'incremental-encoder': 'MPL-2.0' }

/**
 * Returns the third-party packages of the product: every package that is installed to run it, on any system.
 * @returns {{ name: string, version: string, license: string, homepage?: string, author?: string }[]} by name,
 * version
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

/** Returns true for a package that exists once for each system, by the part of its name that says which. */
export const isForOneSystem = (name) => /-(linux|darwin|win32|linuxmusl|freebsd)-/.test(name)
