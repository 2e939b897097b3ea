import { existsSync } from 'node:fs'
import { cp, mkdtemp, rename } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { signedInClient } from './console-session.ts'
import { type Product, startProduct } from './product.ts'

/** So close to the present the newest position is once the simulator has told the last hours. */
const PRESENT_MS = 15_000
const POLL_MS = 250

/** That the demo is being kept, so that a file whose set-up takes too long does not make the next one begin again. */
let keeping: Promise<void> | undefined

/**
 * The data of a demo hospital in a folder of their own. To seed it and to tell its last hours takes most of a start: that
 * is done once for all files.
 * @param folder where it is kept for the other files of the run
 */
export async function copyDemo(folder: string): Promise<string> {
  const kept = join(folder, 'demo')
  if (!existsSync(kept)) keeping ??= keepDemo(kept)
  await keeping
  const dataDir = await mkdtemp(join(tmpdir(), 'wardtrack-e2e-'))
  await cp(kept, dataDir, { recursive: true })
  return dataDir
}

async function keepDemo(kept: string): Promise<void> {
  const product = await startProduct()
  await presentHasBegun(product)
  await product.stop()
  await rename(product.dataDir, kept)
}

/** Resolves once the simulator is done with the hours before the start. */
async function presentHasBegun(product: Product): Promise<void> {
  const client = await signedInClient(product)
  const newest = async (): Promise<number> => {
    const { assets } = await client.call('assetsFilter', {
      query: { pagesize: 500 },
      body: { AssetType: 'Equipment' },
    })
    return Math.max(...assets.map(({ CurrentLocation }) => Date.parse(CurrentLocation?.time ?? '') || 0))
  }
  while (Date.now() - (await newest()) > PRESENT_MS) await sleep(POLL_MS)
  await client.call('logout', { body: {} })
}
