import { type Random, seededRandom, seedFor } from '../random.ts'
import type { RegistryAsset, RegistryAssociation } from '../registry/registry.types.ts'
import type { SpotGroups } from './spot-groups.ts'
import type { RestSpot } from './spots.ts'

/** Initial place of each asset, and the bed of each patient. */
export interface Placement {
  readonly spotOf: ReadonlyMap<string, RestSpot>
  readonly bedOf: ReadonlyMap<string, RestSpot>
  /** Patient of each linked pump. */
  readonly patientOf: ReadonlyMap<string, string>
  /** Home floor of each piece of equipment, by its index. */
  readonly homeFloorOf: ReadonlyMap<string, number>
}

/** Share of the equipment that another floor has borrowed. */
const BORROWED = 0.08

function patientsOfPumps(associations: readonly RegistryAssociation[]): Map<string, string> {
  return new Map(
    associations
      .filter(({ from, to }) => from.AssetType === 'Equipment' && to.AssetType === 'Patient')
      .map(({ from, to }) => [from.AssetId, to.AssetId]),
  )
}

/** Returns the storage spots of a category. */
function homeGroup(category: string, groups: SpotGroups, random: Random): readonly RestSpot[] {
  switch (category) {
    case 'Bed':
      return random.chance(0.75) ? groups.wardBeds : groups.equipmentStores
    case 'Wheelchair':
      return random.chance(0.5) ? groups.seats : groups.equipmentStores
    case 'Ventilator':
      return random.chance(0.7) ? groups.theatres : groups.equipmentStores
    case 'Ultrasound':
      return groups.scanRooms
    case 'Defibrillator':
      return groups.stationStores
    case 'Patient monitor':
      return random.chance(0.6) ? groups.scanRooms : groups.equipmentStores
    default:
      return random.chance(0.8) ? groups.equipmentStores : groups.stores
  }
}

/**
 * Places patients in beds with their pumps beside them, equipment in its storage, and staff on all floors. The result
 * is the same for the same assets: history, simulator and home locations use it.
 */
export function placeAssets(
  assets: readonly RegistryAsset[],
  associations: readonly RegistryAssociation[],
  groups: SpotGroups,
  floors: number,
): Placement {
  const random = seededRandom(seedFor(assets.length, 'placement', floors))
  const spotOf = new Map<string, RestSpot>()
  const bedOf = new Map<string, RestSpot>()
  const homeFloorOf = new Map<string, number>()
  const patientOf = patientsOfPumps(associations)
  const beds = [...groups.wardBeds]
  for (const [index, patient] of assets.filter((asset) => asset.AssetType === 'Patient').entries()) {
    const inpatient = patient.PrimaryCategory === 'Inpatient'
    const ownBed = inpatient ? beds.splice(random.below(Math.max(1, beds.length)), 1)[0] : undefined
    const bed = ownBed ?? random.pick(index % 2 === 0 ? groups.procedures : groups.seats)
    spotOf.set(patient.AssetId, bed)
    bedOf.set(patient.AssetId, bed)
  }
  for (const piece of assets.filter((asset) => asset.AssetType === 'Equipment')) {
    const bed = bedOf.get(patientOf.get(piece.AssetId) ?? '')
    const bedside = bed ? groups.besideBed(bed) : []
    const spot = random.pick(bedside.length > 0 ? bedside : homeGroup(piece.PrimaryCategory, groups, random))
    spotOf.set(piece.AssetId, spot)
    homeFloorOf.set(piece.AssetId, random.chance(BORROWED) ? random.below(floors) : spot.floor)
  }
  for (const [index, person] of assets.filter((asset) => asset.AssetType === 'Clinician').entries())
    spotOf.set(person.AssetId, random.pick(groups.staffOn(index % floors)))
  return { spotOf, bedOf, patientOf, homeFloorOf }
}
