import { type Database, SEALED_COLLECTIONS, type SealedCollection } from '@wardtrack/database'
import { PATIENT } from '@wardtrack/patient-rule'

const RECORDS_OF_ASSETS = new Set<SealedCollection>([
  'locationHistory',
  'statusHistory',
  'stateStretches',
  'deviceAlarms',
  'ruleFirings',
])

/** Counts the records that can hold encrypted values, those of patients separately. */
export async function countRecords(db: Database): Promise<{ patients: number; withoutPatients: number }> {
  // driver: counts documents without decrypting them
  const patientIds = await db.sealing
    .raw('assets')
    .find({ AssetType: PATIENT }, { projection: { _id: 1 } })
    .map(({ _id }) => _id)
    .toArray()
  const counts = await Promise.all(
    SEALED_COLLECTIONS.map(async (name) => {
      // driver: as above
      const all = await db.sealing.raw(name).countDocuments({})
      const patients = await countOfPatients(db, name, patientIds)
      return { patients, withoutPatients: all - patients }
    }),
  )
  return counts.reduce((sum, count) => ({
    patients: sum.patients + count.patients,
    withoutPatients: sum.withoutPatients + count.withoutPatients,
  }))
}

async function countOfPatients(
  db: Database,
  name: SealedCollection,
  patientIds: readonly unknown[],
): Promise<number> {
  if (name === 'assets') return patientIds.length
  // driver: counts documents without decrypting them
  const records = db.sealing.raw(name)
  if (name === 'geofenceAlerts') return records.countDocuments({ ofPatient: true })
  return RECORDS_OF_ASSETS.has(name) && patientIds.length > 0
    ? records.countDocuments({ asset: { $in: [...patientIds] } })
    : 0
}
