// `node scripts/image-files.mjs FOLDER`: builds the product and writes the contents of the images into a new folder:
// the built product with its production packages. The Dockerfile runs it; docs/compose.md.
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { ensureBuilt } from './lib/ensure-built.mjs'
import { ensureInstalled } from './lib/ensure-installed.mjs'
import { copyProduct, installPackages } from './lib/product-files.mjs'

const [folder] = process.argv.slice(2)
if (!folder || existsSync(folder)) fail('usage: image-files.mjs FOLDER, one that is not there yet')
await ensureInstalled()
if ((await ensureBuilt('start')) !== 0) fail('The build failed.')
copyProduct(resolve(folder))
if (!(await installPackages(resolve(folder)))) fail('The production packages could not be installed.')

function fail(message) {
  console.error(message)
  process.exit(1)
}
