import type { Random } from '../random.ts'
import type { RegistryAsset, RegistryAssociation } from '../registry/registry.types.ts'
import type { SpotGroups } from './spot-groups.ts'
import type { RestSpot, SpotBoard } from './spots.ts'

/** Where each asset starts the day, and which bed is a patient's own. */
export interface Placement {
  readonly spotOf: ReadonlyMap<string, RestSpot>
  readonly bedOf: ReadonlyMap<string, RestSpot>
  /** Patient of each linked pump. */
  readonly patientOf: ReadonlyMap<string, string>
}

function patientsOfPumps(associations: readonly RegistryAssociation[]): Map<string, string> {
  return new Map(
    associations
      .filter(({ from, to }) => from.AssetType === 'Equipment' && to.AssetType === 'Patient')
      .map(({ from, to }) => [from.AssetId, to.AssetId]),
  )
}

/** Where pieces of a category stand when nobody needs them. */
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

/** Puts patients into beds, their pumps beside them, everything else where it is kept, and staff on all floors. */
export function placeAssets(
  assets: readonly RegistryAsset[],
  associations: readonly RegistryAssociation[],
  board: SpotBoard,
  groups: SpotGroups,
  floors: number,
  random: Random,
): Placement {
  const spotOf = new Map<string, RestSpot>()
  const bedOf = new Map<string, RestSpot>()
  const patientOf = patientsOfPumps(associations)
  const place = (asset: RegistryAsset, spot: RestSpot | undefined) => {
    if (!spot) throw new Error(`No place in the hospital for ${asset.AssetId}`)
    spotOf.set(asset.AssetId, spot)
    return spot
  }
  const beds = [...groups.wardBeds]
  for (const [index, patient] of assets.filter((asset) => asset.AssetType === 'Patient').entries()) {
    const inpatient = patient.PrimaryCategory === 'Inpatient'
    const ownBed = inpatient ? beds.splice(random.below(Math.max(1, beds.length)), 1)[0] : undefined
    const fallback = index % 2 === 0 ? groups.procedures : groups.seats
    bedOf.set(patient.AssetId, place(patient, ownBed ?? board.choose(fallback)))
  }
  for (const piece of assets.filter((asset) => asset.AssetType === 'Equipment')) {
    const bed = bedOf.get(patientOf.get(piece.AssetId) ?? '')
    const bedside = bed ? groups.besideBed(bed) : []
    const group = bedside.length > 0 ? bedside : homeGroup(piece.PrimaryCategory, groups, random)
    place(piece, board.choose(group))
  }
  for (const [index, person] of assets.filter((asset) => asset.AssetType === 'Clinician').entries())
    place(person, board.choose(groups.staffOn(index % floors)))
  return { spotOf, bedOf, patientOf }
}
