// `npm run notices`: writes THIRD-PARTY-NOTICES.md, the list of third-party packages in the product. With --check it
// only compares, and fails when the file is outdated or a licence is not allowed.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { ALLOWED_LICENSES, isForOneSystem, productionDependencies } from './lib/dependencies.mjs'
import { ensureInstalled } from './lib/ensure-installed.mjs'
import { at } from './lib/paths.mjs'

await ensureInstalled()
const FILE = at('THIRD-PARTY-NOTICES.md')
const parts = productionDependencies()
const text = notices(parts)
const refused = parts.filter(({ license }) => !ALLOWED_LICENSES.has(license))
for (const { name, version, license } of refused)
  console.log(`  ${name} ${version}: ${license} is not allowed`)

if (process.argv.includes('--check')) {
  const current = existsSync(FILE) && readFileSync(FILE, 'utf8') === text
  if (!current) console.log('  THIRD-PARTY-NOTICES.md is out of date: npm run notices')
  console.log(`${parts.length} packages, ${refused.length} with a licence that is not allowed`)
  process.exitCode = current && refused.length === 0 && parts.length > 0 ? 0 : 1
} else {
  writeFileSync(FILE, text)
  console.log(`${parts.length} packages written to THIRD-PARTY-NOTICES.md`)
  process.exitCode = refused.length === 0 ? 0 : 1
}

function notices(all) {
  // The text is the same on every system: a package of one system represents its siblings.
  const rows = new Set(
    all.map(({ name, version, license, homepage }) => {
      const shown = isForOneSystem(name)
        ? name.replace(/-(?:linux|darwin|win32|linuxmusl|freebsd)-.*$/, '-*')
        : name
      return `| ${homepage ? `[${shown}](${homepage})` : shown} | ${version} | ${license} |`
    }),
  )
  return `# Third-party notices

Wardtrack runs on the packages below. Each is fetched from the npm registry when the product is installed, none is part
of this repository, and each brings its own licence text in its folder under \`node_modules\`. Written by
\`npm run notices\`; \`npm run sbom\` writes the same as CycloneDX.

libvips (\`@img/sharp-libvips-*\`), which decodes images for sharp, is under the LGPL, version 3 or later: it is loaded as
a shared library of its own, so it can be exchanged for another build of it, and its source is at
https://github.com/libvips/libvips.

| package | version | licence |
|---|---|---|
${[...rows].join('\n')}
`
}
