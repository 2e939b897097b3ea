import { type HistoryOptions, hospitalHistory } from '../history/hospital-history.ts'
import { type DemoHospital, demoHospital } from '../hospital.ts'
import type { FloorPlan } from '../plans/plan.types.ts'
import { hospitalLanes } from '../registry/map-lanes.ts'
import { monitorMarks, providerPlaces } from '../registry/provider-places.ts'
import { type SeedContent, type SeedMap, type SeedOptions, type SeedReport, seedContent } from './seed.ts'

function mapOf(plan: FloorPlan): SeedMap {
  return {
    hierarchyId: plan.mapId,
    mapId: plan.mapId,
    name: plan.mapName,
    xDimension: plan.xDimension,
    yDimension: plan.yDimension,
    fileName: plan.image,
    // Drawing needs an image library of many megabytes, which is loaded only when a picture is missing.
    image: async () => (await import('../drawing/render.ts')).renderPlan(plan),
  }
}

export function hospitalContent(hospital: DemoHospital): SeedContent {
  return {
    hierarchies: hospital.hierarchies,
    assets: hospital.assets,
    associations: hospital.associations,
    maps: hospital.plans.map(mapOf),
    homes: hospital.homeLocations,
    providerPlaces: providerPlaces(hospital.plans),
    monitors: monitorMarks(hospital.plans),
    lanes: hospitalLanes(hospital.plans),
    fences: hospital.fences,
    parLevels: hospital.parLevels,
  }
}

export interface HospitalSeedOptions extends SeedOptions {
  /** By default the demo hospital of 400 pieces of equipment, 120 patients and 80 clinicians. */
  readonly hospital?: DemoHospital
  /** Absent for a hospital without history. */
  readonly history?: HistoryOptions
}

/** Seeds the demo hospital over HTTP; `seedContent` describes what is skipped and when it throws. */
export async function seedOverHttp(options: HospitalSeedOptions): Promise<SeedReport> {
  const { history } = options
  const hospital = options.hospital ?? demoHospital()
  const content = hospitalContent(hospital)
  return seedContent(
    history ? { ...content, history: () => hospitalHistory(hospital, history) } : content,
    options,
  )
}
