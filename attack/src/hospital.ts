import type { Target } from './target.ts'

/** A map that exists, with its rooms, after {@link fillHospital}. */
export const MAP_ID = 'ground'
/** A family name of patients in the hospital; it occurs nowhere else. */
export const PATIENT_NAME = 'Quennell'
/** A family name that nobody has. */
export const ABSENT_NAME = 'Trevanion'

/**
 * Fills the target through its own endpoints: one map with a room, equipment, and patients.
 * @throws unless every request is accepted
 */
export async function fillHospital(
  target: Target,
  { equipment = 200, patients = 20 }: { equipment?: number; patients?: number } = {},
): Promise<void> {
  await push(target, '/location/api/ingest/hierarchies', [
    {
      hierarchyId: 'room-1',
      fullName: ['Hospital', 'Ground', 'Room 1'],
      mapId: MAP_ID,
      map: { xDimension: 50, yDimension: 30 },
    },
  ])
  await push(target, '/api/ingest/assets', [
    ...numbered(equipment).map((n) => ({
      AssetType: 'Equipment',
      AssetId: `E-${n}`,
      AssetName: `Infusion pump ${n}`,
      SerialNo: `SN${n * 7919}`,
      BatteryLevel: `LEVEL_${(n % 4) + 1}`,
    })),
    ...numbered(patients).map((n) => ({
      AssetType: 'Patient',
      AssetId: `P-${n}`,
      AssetName: `${PATIENT_NAME} ${n}`,
    })),
  ])
  await push(
    target,
    '/location/api/ingest/locations',
    numbered(equipment).map((n) => ({ ...position(n), AssetId: `E-${n}` })),
  )
}

/** Returns a position inside the map, for any asset. */
export const position = (n: number) => ({
  AssetType: 'Equipment',
  mapId: MAP_ID,
  x: 1 + (n % 48),
  y: 1 + (n % 28),
})

/** Returns the numbers from 1 to `count`. */
export const numbered = (count: number): number[] => Array.from({ length: count }, (_, n) => n + 1)

async function push(target: Target, path: string, items: unknown[]): Promise<void> {
  const { status, text, body } = await target.send('POST', path, { headers: target.people.key, body: items })
  if (status !== 200 || (body as { accepted?: number }).accepted !== items.length)
    throw new Error(`${path}: ${status} ${text.slice(0, 500)}`)
}
