import { type DemoPrivilege, type DemoUser, PRIVILEGES, USERS } from './configuration/access.ts'
import {
  categoryImagePath,
  type DemoMetadataMapping,
  METADATA_MAPPING,
} from './configuration/metadata-mapping.ts'
import { PICTURED, type Pictured } from './drawing/category-names.ts'
import { SITE } from './plans/build-plan.ts'
import { floorPlans } from './plans/index.ts'
import type { FloorPlan } from './plans/plan.types.ts'
import { associations } from './registry/associations.ts'
import { equipment } from './registry/equipment.ts'
import { fences, type RegistryFence } from './registry/fences.ts'
import { hierarchies } from './registry/hierarchies.ts'
import { type HomeLocation, homeLocations } from './registry/home-locations.ts'
import { parLevels, type RegistryParLevel } from './registry/par-levels.ts'
import { clinicians, patients } from './registry/people.ts'
import type {
  RegistryAsset,
  RegistryAssociation,
  RegistryHierarchy,
  RegistrySize,
} from './registry/registry.types.ts'

export const DEMO_SIZE: RegistrySize = { equipment: 400, patients: 120, clinicians: 80 }
export const DEMO_SEED = 1907

export interface DemoHospitalOptions {
  readonly seed?: number
  readonly size?: RegistrySize
  /** Base of service dates; by default today. */
  readonly today?: Date
}

export interface CategoryImage {
  readonly name: Pictured
  /** Path in the metadata mapping, below the data directory: `var/uploads/images/Metadata/…png`. */
  readonly path: string
}

export interface DemoHospital {
  readonly site: string
  readonly plans: readonly FloorPlan[]
  readonly hierarchies: readonly RegistryHierarchy[]
  /** Equipment first, then patients, then clinicians. */
  readonly assets: readonly RegistryAsset[]
  readonly associations: readonly RegistryAssociation[]
  /** Home location of each piece of equipment. */
  readonly homeLocations: readonly HomeLocation[]
  readonly fences: readonly RegistryFence[]
  readonly parLevels: readonly RegistryParLevel[]
  readonly metadataMapping: DemoMetadataMapping
  readonly privileges: readonly DemoPrivilege[]
  readonly users: readonly DemoUser[]
  readonly images: readonly CategoryImage[]
}

/**
 * Divides a number of assets into equipment, patients and clinicians in the ratio of the demo hospital (20 : 6 : 4).
 */
export function sizeFor(total: number): RegistrySize {
  const staff = Math.round((total * 4) / 30)
  const treated = Math.round((total * 6) / 30)
  return { equipment: total - staff - treated, patients: treated, clinicians: staff }
}

/**
 * Returns the whole demo hospital as plain values, and neither draws nor sends it. The same options give the same
 * hospital.
 */
export function demoHospital(options: DemoHospitalOptions = {}): DemoHospital {
  const seed = options.seed ?? DEMO_SEED
  const size = options.size ?? DEMO_SIZE
  const plans = floorPlans()
  const pieces = equipment(size.equipment, seed, options.today ?? new Date())
  const treated = patients(size.patients, seed)
  const staff = clinicians(size.clinicians, seed)
  const assets = [...pieces, ...treated, ...staff]
  const links = associations(pieces, treated, staff)
  return {
    site: SITE,
    plans,
    hierarchies: hierarchies(plans),
    assets,
    associations: links,
    homeLocations: homeLocations(plans, assets, links),
    fences: fences(plans),
    parLevels: parLevels(plans),
    metadataMapping: METADATA_MAPPING,
    privileges: PRIVILEGES,
    users: USERS,
    images: PICTURED.map((name) => ({ name, path: categoryImagePath(name) })),
  }
}
