import { PATIENT } from '@wardtrack/patient-rule'
import type { AssetDoc } from './models/asset.model.ts'
import type { Database } from './open-database.ts'
import { searchGrams } from './search-grams.ts'
import { searchWords } from './search-words.ts'

/** Key in `system` that is set when the work is done. */
const DONE = 'patientTermsMarked'
const BATCH = 500

/**
 * Marks the search terms of patients that were stored before marks existed; later runs do nothing.
 * driver: a cursor over many documents, with few members of each.
 */
export async function markPatientTerms({ models, driver }: Database): Promise<void> {
  if (await models.system.findOne({ _id: DONE })) return
  const patients = driver.assets.find(
    { AssetType: PATIENT },
    { projection: { AssetType: 1, AssetId: 1, Fields: 1, updatedAt: 1 } },
  )
  let batch: AssetDoc[] = []
  const write = async (): Promise<void> => {
    const writes = batch.map((patient) => ({
      updateOne: {
        // A patient that changes meanwhile is stored with marks already.
        filter: { _id: patient._id, updatedAt: patient.updatedAt },
        update: { $set: { SearchGrams: searchGrams(patient), SearchWords: searchWords(patient) } },
      },
    }))
    batch = []
    if (writes.length > 0) await driver.assets.bulkWrite(writes, { ordered: false })
  }
  for await (const patient of patients) {
    batch.push(patient)
    if (batch.length === BATCH) await write()
  }
  await write()
  await models.system.updateOne({ _id: DONE }, { $set: { value: true } }, { upsert: true })
}
