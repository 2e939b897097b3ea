// Checks that reads and writes use the mongoose models. Code that uses MongoDB's own driver gives the reason in a
// comment that begins with `driver:` right above it (docs/adr/0007). Tests may read the store without a reason.
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { driverUses } from './lib/driver-uses.mjs'
import { at, productSources, ROOT, workspaces } from './lib/paths.mjs'

/** The store itself, the console, and code that only tests use. */
const EXCLUDED = ['packages/embedded-mongo', 'packages/test-kit', 'apps/web', 'e2e', 'attack']
/** File that creates the driver's collections, and closes the connection. */
const OPENS_DATABASE = 'packages/database/src/open-database.ts'

const files = workspaces()
  .filter((folder) => !EXCLUDED.includes(folder))
  .flatMap((folder) => productSources(at(folder, 'src')))
  .filter((path) => relative(ROOT, path) !== OPENS_DATABASE)
const uses = files.flatMap((path) =>
  driverUses(path, readFileSync(path, 'utf8')).map((use) => ({ ...use, file: relative(ROOT, path) })),
)
const problems = uses.filter(({ hasReason }) => !hasReason)
for (const { file, line } of problems)
  console.log(`  ${file}:${line}: the driver without a 'driver:' comment`)
console.log(`${uses.length} uses of the driver in ${files.length} files, ${problems.length} without a reason`)
process.exitCode = uses.length === 0 || problems.length > 0 ? 1 : 0
