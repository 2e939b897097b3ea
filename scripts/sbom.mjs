// `npm run sbom [-- FILE]`: writes the software bill of materials in CycloneDX 1.6, as JSON. It lists every package
// that runs in the product, with its version, licence and package URL.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { productionDependencies } from './lib/dependencies.mjs'
import { ensureInstalled } from './lib/ensure-installed.mjs'
import { at } from './lib/paths.mjs'

await ensureInstalled()
const { Enums, Models, Serialize, Spec } = await import('@cyclonedx/cyclonedx-library')
const { PackageURL } = await import('packageurl-js')
const { name, version, license, description } = JSON.parse(readFileSync(at('package.json'), 'utf8'))

const product = component({ type: Enums.ComponentType.Application, name, version, license, description })
const parts = productionDependencies().map((part) =>
  component({ type: Enums.ComponentType.Library, ...part }),
)
for (const part of parts) product.dependencies.add(part.bomRef)

const bom = new Models.Bom({ metadata: new Models.Metadata({ component: product, timestamp: new Date() }) })
for (const part of parts) bom.components.add(part)
const serializer = new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6))
const text = `${serializer.serialize(bom, { sortLists: true, space: 2 })}\n`

const file = resolve(process.argv[2] ?? at('dist', 'sbom.cdx.json'))
mkdirSync(dirname(file), { recursive: true })
writeFileSync(file, text)
console.log(`${parts.length} components written to ${file}`)

function component({ type, name: fullName, version: release, license: id, description: about }) {
  const [, group, short] = /^(?:@([^/]+)\/)?(.+)$/.exec(fullName)
  const part = new Models.Component(type, short, {
    ...(group === undefined ? {} : { group: `@${group}` }),
    version: release,
    bomRef: `${fullName}@${release}`,
    ...(about === undefined ? {} : { description: about }),
  })
  part.licenses.add(new Models.SpdxLicense(id))
  if (type === Enums.ComponentType.Library)
    part.purl = new PackageURL(
      'npm',
      group === undefined ? undefined : `@${group}`,
      short,
      release,
      undefined,
      undefined,
    )
  return part
}
