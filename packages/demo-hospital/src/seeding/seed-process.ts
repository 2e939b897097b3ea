import { setTimeout as sleep } from 'node:timers/promises'
import { processArguments } from '../config.ts'
import { demoHospital, sizeFor } from '../hospital.ts'
import type { SimulateArguments } from '../simulation/arguments.ts'
import { DEFAULT_BUILDING_ASSETS } from '../simulation/building-world.ts'
import { buildingAssets, buildingContent, readBuilding } from '../simulation/other-building.ts'
import type { SeedCount } from './post-items.ts'
import { type SeedContent, seedContent } from './seed.ts'
import { hospitalContent } from './seed-hospital.ts'
import { login } from './session-client.ts'

// Creates the content to seed. It runs in a separate process before the simulator, because drawing plans needs an
// image library whose memory the simulator must not keep.

async function contentFor(args: SimulateArguments): Promise<SeedContent> {
  if (args.plan === undefined)
    return hospitalContent(
      demoHospital({ seed: args.seed, ...(args.assets === undefined ? {} : { size: sizeFor(args.assets) }) }),
    )
  const building = await readBuilding(args.plan)
  return buildingContent(
    building,
    buildingAssets(building, args.assets ?? DEFAULT_BUILDING_ASSETS, args.seed),
  )
}

/** Waits until the server answers, with any status. */
async function waitForServer(url: string): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      await (await fetch(`${url}/health/live`, { signal: AbortSignal.timeout(5000) })).arrayBuffer()
      return
    } catch {
      if (attempt === 0) console.log(`waiting for ${url}`)
      await sleep(1000)
    }
  }
}

function counted(name: string, { sent, accepted, refused, skipped }: SeedCount): string {
  return `${name}: ${sent} sent, ${accepted} accepted, ${refused} refused, ${skipped} already there`
}

async function main(): Promise<void> {
  const args = processArguments()
  const content = await contentFor(args)
  await waitForServer(args.url)
  const { username, password } = args
  const accessToken = username && password ? await login(args.url, username, password) : undefined
  const report = await seedContent(content, {
    baseUrl: args.url,
    ingestKey: args.key,
    ...(accessToken ? { accessToken } : {}),
  })
  console.log(counted('places', report.hierarchies))
  console.log(counted('assets', report.assets))
  console.log(counted('associations', report.associations))
  if (accessToken)
    console.log(`home locations: ${report.homes.saved} saved, ${report.homes.skipped} already there`)
  if (accessToken) {
    const { places, mapped, monitors } = report.providers
    console.log(counted('places of providers', places))
    console.log(`mappings: ${mapped} made, monitors: ${monitors} marked`)
    console.log(`lanes: of ${report.lanes.saved} maps saved, of ${report.lanes.skipped} already there`)
    console.log(`PAR levels: ${report.parLevels.saved} set, ${report.parLevels.skipped} already there`)
    console.log(`geofences: ${report.fences.drawn} drawn, ${report.fences.skipped} already there`)
  }
  console.log(
    accessToken
      ? `map images: ${report.maps.imported} imported, ${report.maps.skipped} already there`
      : 'map images: not imported, that needs --username and --password',
  )
  for (const problem of report.problems.slice(0, 10)) console.error(problem)
}

try {
  await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
