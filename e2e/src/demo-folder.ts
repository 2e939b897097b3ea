import { cp, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TestProject } from 'vitest/node'
import { signedInClient } from './console-session.ts'
import { type Product, push, startProduct } from './product.ts'
import { ELSEWHERE } from './product-elsewhere.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder with the data of a seeded demo hospital for all files of a run. */
    demoFolder: string
  }
}

/** Age in milliseconds that the newest position has once the simulator has sent the last hours. */
const PRESENT_MS = 15_000
const POLL_MS = 250

/**
 * Seeds a demo hospital and keeps its data. Seeding with the last hours takes most of a start, so it is done once
 * before the first file. @returns function that removes the data
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (ELSEWHERE) {
    project.provide('demoFolder', '')
    return () => Promise.resolve()
  }
  const folder = await mkdtemp(join(tmpdir(), 'wardtrack-e2e-demo-'))
  const kept = join(folder, 'demo')
  const product = await startProduct()
  try {
    await presentHasBegun(product)
    await product.stop()
    await rename(product.dataDir, kept)
  } catch (error) {
    await product.remove()
    throw error
  }
  project.provide('demoFolder', kept)
  return () => rm(folder, { recursive: true, force: true })
}

/** Copies the data of a demo hospital to a separate folder. @param kept folder with the data of the run */
export async function copyDemo(kept: string): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'wardtrack-e2e-'))
  await cp(kept, dataDir, { recursive: true })
  return dataDir
}

const PAGE_SIZE = 500

/**
 * Sends the current positions of the equipment to a product with the demo's data, where nothing moves. Equipment not
 * seen for half an hour counts as lost, and the data of a run get older with each file.
 */
export async function seeEquipmentNow(product: Product): Promise<void> {
  const client = await signedInClient(product)
  for (let page = 1; ; page += 1) {
    const { assets } = await client.call('assetsFilter', {
      query: { page, pagesize: PAGE_SIZE },
      body: { AssetType: 'Equipment' },
    })
    const positions = assets.flatMap(({ AssetType, AssetId, CurrentLocation }) => {
      const { mapId, xCenterPoint: x, yCenterPoint: y } = CurrentLocation ?? {}
      return mapId && x !== null && y !== null ? [{ AssetType, AssetId, mapId, x, y, unit: 'px' }] : []
    })
    if (positions.length > 0) await push(product, '/location/api/ingest/locations', positions)
    if (assets.length < PAGE_SIZE) return
  }
}

/** Resolves once the simulator has sent the hours before the start. */
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
