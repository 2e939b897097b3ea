import type { RestSpot, SpotBoard } from './spots.ts'

const WARD_ROOMS = new Set(['ward', 'ward-two', 'bay', 'resus', 'delivery'])
const PROCEDURE_ROOMS = new Set(['mri', 'ct', 'xray', 'ultrasound', 'theatre', 'treatment', 'chairs'])
const STORE_ROOMS = new Set(['store', 'laboratory', 'clean', 'medicines', 'station', 'office'])

const isWard = (spot: RestSpot) => WARD_ROOMS.has(spot.room.purpose)

/** Named groups of spots: beds of patients, places of pumps, seats. */
export function spotGroups(board: SpotBoard) {
  const onFloor = (name: string, floor: number, rule: (spot: RestSpot) => boolean) =>
    board.group(`${name} ${floor}`, (spot) => spot.floor === floor && rule(spot))
  return {
    wardBeds: board.group('ward beds', (spot) => spot.use === 'bed' && isWard(spot)),
    procedures: board.group(
      'procedures',
      (spot) => spot.use === 'bed' && PROCEDURE_ROOMS.has(spot.room.purpose),
    ),
    seats: board.group('seats', (spot) => spot.use === 'seat'),
    stores: board.group('stores', (spot) => spot.use === 'store' && STORE_ROOMS.has(spot.room.purpose)),
    equipmentStores: board.group(
      'equipment stores',
      (spot) => spot.use === 'store' && spot.room.purpose === 'store',
    ),
    stationStores: board.group(
      'station stores',
      (spot) => spot.use === 'store' && spot.room.purpose === 'station',
    ),
    scanRooms: board.group(
      'scan rooms',
      (spot) => spot.use === 'bedside' && ['ultrasound', 'delivery', 'resus'].includes(spot.room.purpose),
    ),
    theatres: board.group('theatres', (spot) => spot.use === 'bedside' && spot.room.purpose === 'theatre'),
    bedsideOn: (floor: number) =>
      onFloor(
        'bedside',
        floor,
        (spot) => (spot.use === 'bedside' || spot.use === 'visit') && spot.room.kind !== 'core',
      ),
    staffOn: (floor: number) => onFloor('staff', floor, (spot) => spot.use === 'staff'),
    storesOn: (floor: number) =>
      onFloor('stores', floor, (spot) => spot.use === 'store' && STORE_ROOMS.has(spot.room.purpose)),
    /** Returns the spots beside a bed: same room, same bed. */
    besideBed: (bed: RestSpot) =>
      board.group(
        `beside ${bed.index}`,
        (spot) => spot.use === 'bedside' && spot.room === bed.room && spot.bed === bed.bed,
      ),
  }
}

export type SpotGroups = ReturnType<typeof spotGroups>
