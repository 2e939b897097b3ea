import { type DemoPrivilege, type DemoUser, PRIVILEGES, USERS } from './configuration/access.ts'
import {
  categoryImagePath,
  type DemoMetadataMapping,
  METADATA_MAPPING,
} from './configuration/metadata-mapping.ts'
import { PICTURED, type Pictured } from './drawing/category-names.ts'
import { SITE } from './plans/build-plan.ts'
import { floorPlans } from './plans/index.ts'
import { slug } from './plans/layout-words.ts'
import type { FloorPlan, PlanRoom } from './plans/plan.types.ts'
import { type Random, seededRandom, seedFor } from './random.ts'
import { associations } from './registry/associations.ts'
import { CATALOGUE, type CatalogueEntry, PIECES_IN_CATALOGUE } from './registry/catalogue.ts'
import { fences, type RegistryFence } from './registry/fences.ts'
import { type HomeLocation, homeLocations } from './registry/home-locations.ts'
import { FAMILY_NAMES, GIVEN_NAMES } from './registry/names.ts'
import { parLevels, type RegistryParLevel } from './registry/par-levels.ts'
import type {
  RegistryAsset,
  RegistryAssociation,
  RegistryHierarchy,
  RegistrySize,
} from './registry/registry.types.ts'
import { centrakTag, tagsFor } from './registry/tags.ts'

interface Slot {
  readonly entry: CatalogueEntry
  readonly number: number
}

/**
 * Returns category and number of the n-th piece. Whole catalogues follow each other, so the first 400 never change.
 */
function slotAt(index: number): Slot {
  const round = Math.floor(index / PIECES_IN_CATALOGUE)
  let remaining = index % PIECES_IN_CATALOGUE
  for (const entry of CATALOGUE) {
    if (remaining < entry.share) return { entry, number: entry.firstNumber + round * entry.share + remaining }
    remaining -= entry.share
  }
  throw new Error(`No catalogue entry for piece ${index}`)
}

/** Returns the slots of all pieces. Fewer pieces than a catalogue are spread over all categories. */
function slots(count: number): Slot[] {
  if (count >= PIECES_IN_CATALOGUE) return Array.from({ length: count }, (_, index) => slotAt(index))
  return Array.from({ length: count }, (_, index) =>
    slotAt(Math.floor((index * PIECES_IN_CATALOGUE) / count)),
  )
}

function isoDate(year: number, month: number, day: number): string {
  return new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10)
}

/** Returns half-yearly service dates around the given day. */
function service(random: Random, today: Date): { LastService: string; NextService: string } {
  const daysAgo = 3 + random.below(178)
  const last = new Date(today.getTime() - daysAgo * 86_400_000)
  return {
    LastService: last.toISOString().slice(0, 10),
    NextService: isoDate(last.getUTCFullYear(), last.getUTCMonth() + 6, last.getUTCDate()),
  }
}

function piece({ entry, number }: Slot, ordinal: number, random: Random, today: Date): RegistryAsset {
  const padded = String(number).padStart(4, '0')
  const year = 18 + random.below(6)
  const serial = String(entry.serialBase + number).padStart(6, '0')
  return {
    AssetType: 'Equipment',
    AssetId: `${entry.idPrefix}-${padded}`,
    AssetName: `${entry.name} ${padded}`,
    SerialNo: `${entry.serialPrefix}-${year}-${serial}`,
    PrimaryCategory: entry.category,
    Status: random.chance(0.04) ? 'Under repair' : 'In service',
    Model: random.pick(entry.models),
    ...(entry.software.length > 0 ? { Software: random.pick(entry.software) } : {}),
    ...(entry.drugLibraries.length > 0 ? { DrugLibrary: random.pick(entry.drugLibraries) } : {}),
    ...service(random, today),
    Owner: entry.owner,
    LocationTags: tagsFor(ordinal, random),
  }
}

/**
 * Returns the hospital's equipment, the same for the same seed. A longer list only adds to a shorter one of 400 or
 * more.
 */
function equipment(count: number, seed: number, today: Date): RegistryAsset[] {
  return slots(count).map((slot, index) =>
    piece(slot, index, seededRandom(seedFor(seed, 'equipment', index)), today),
  )
}

/** First tag number of clinicians, above the tag numbers of equipment in a hospital of any size. */
const CLINICIAN_TAGS = 0xc000
const PATIENT_TAGS = 0xe000
const TAG_SPACE = 0x2000

const ROLES = [
  { category: 'Nurse', suffix: 'RN', weight: 6 },
  { category: 'Physician', suffix: 'MD', weight: 3 },
  { category: 'Porter', suffix: '', weight: 1 },
] as const

const DUTY = ['On duty', 'On duty', 'On duty', 'On break', 'On call'] as const
const STAY = ['Admitted', 'Admitted', 'Admitted', 'In treatment', 'Awaiting discharge'] as const

/** Returns the n-th pair of names; pairs repeat only after all combinations are used. */
function nameOf(index: number, offset: number): { given: string; family: string } {
  const families = FAMILY_NAMES.length
  const family = FAMILY_NAMES[(index * 7 + offset) % families] ?? 'Strand'
  const given =
    GIVEN_NAMES[(index * 5 + Math.floor(index / families) + offset) % GIVEN_NAMES.length] ?? 'Anna'
  return { given, family }
}

function roleOf(index: number): (typeof ROLES)[number] {
  const total = ROLES.reduce((sum, role) => sum + role.weight, 0)
  let remaining = (index * 7) % total
  for (const role of ROLES) {
    if (remaining < role.weight) return role
    remaining -= role.weight
  }
  return ROLES[0]
}

function clinicians(count: number, seed: number): RegistryAsset[] {
  return Array.from({ length: count }, (_, index) => {
    const random = seededRandom(seedFor(seed, 'clinician', index))
    const { given, family } = nameOf(index, 0)
    const role = roleOf(index)
    return {
      AssetType: 'Clinician',
      AssetId: `CL-${String(231 + index).padStart(4, '0')}`,
      AssetName: role.suffix ? `${given} ${family}, ${role.suffix}` : `${given} ${family}`,
      PrimaryCategory: role.category,
      Status: random.pick(DUTY),
      LocationTags: [centrakTag(CLINICIAN_TAGS + (index % TAG_SPACE), random)],
    }
  })
}

function patients(count: number, seed: number): RegistryAsset[] {
  return Array.from({ length: count }, (_, index) => {
    const random = seededRandom(seedFor(seed, 'patient', index))
    const { given, family } = nameOf(index, 13)
    return {
      AssetType: 'Patient',
      AssetId: `PT-${90417 + index}`,
      AssetName: `${given.slice(0, 1)}. ${family}`,
      PrimaryCategory: index % 5 === 4 ? 'Outpatient' : 'Inpatient',
      Status: random.pick(STAY),
      LocationTags: [centrakTag(PATIENT_TAGS + (index % TAG_SPACE), random)],
    }
  })
}

/** Returns the path of a room: site, building, floor, the unit if there is one, and the room. */
function placePath(plan: FloorPlan, room: PlanRoom): string[] {
  return [plan.site, plan.building, plan.floor, ...(room.unit ? [room.unit] : []), room.name]
}

/** Converts pixels to metres, to a tenth of a millimetre. The rest is rounding noise. */
const metres = (pixels: number, plan: FloorPlan): number =>
  Math.round(pixels * plan.metresPerPixel * 10_000) / 10_000

const outlineOf = (plan: FloorPlan, { x, y, w, h }: PlanRoom): NonNullable<RegistryHierarchy['outline']> => ({
  unit: 'm',
  x: metres(x, plan),
  y: metres(y, plan),
  w: metres(w, plan),
  h: metres(h, plan),
})

function floorHierarchies(plan: FloorPlan): RegistryHierarchy[] {
  const map = { name: plan.mapName, xDimension: plan.xDimension, yDimension: plan.yDimension }
  const above = [plan.site, plan.building, plan.floor]
  const onMap = { mapId: plan.mapId, map }
  const rooms = plan.levels.flatMap((level) => level.rooms)
  const units = [...new Set(rooms.map((room) => room.unit).filter((unit) => unit !== undefined))]
  return [
    { hierarchyId: plan.mapId, fullName: above, ...onMap },
    ...units.map((unit) => ({
      hierarchyId: `${plan.mapId}-unit-${slug(unit)}`,
      fullName: [...above, unit],
      ...onMap,
    })),
    ...rooms.map((room) => ({
      hierarchyId: room.hierarchyId,
      fullName: placePath(plan, room),
      ...onMap,
      outline: outlineOf(plan, room),
    })),
  ]
}

/** Returns the internal hierarchy of the whole site, parents before their children. */
function hierarchies(plans: readonly FloorPlan[]): RegistryHierarchy[] {
  const sites = [...new Set(plans.map((plan) => plan.site))]
  const buildings = [...new Map(plans.map((plan) => [plan.building, [plan.site, plan.building]])).values()]
  return [
    ...sites.map((site) => ({ hierarchyId: slug(site), fullName: [site] })),
    ...buildings.map((path) => ({ hierarchyId: slug(path.join(' ')), fullName: path })),
    ...plans.flatMap(floorHierarchies),
  ]
}

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
