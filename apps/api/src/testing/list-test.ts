import { Types } from '@wardtrack/database'
import { type ApiTest, openApiTest } from './api-test.ts'

/** Ward on the tower's floor. */
export const WARD = { hierarchyId: 'h-ward', mapId: 'm1', fullName: ['Site', 'Tower', 'Ward 3'] }
/** Laboratory on the same map. */
export const LAB = { hierarchyId: 'h-lab', mapId: 'm1', fullName: ['Site', 'Annex', 'Lab'] }

/** Opens the API with some assets, one of them inactive, two of them at a place. */
export async function openListTest(): Promise<ApiTest> {
  const api = await openApiTest()
  await api.parts.db.models.places.insertMany(
    [WARD, LAB].map((place) => ({
      _id: new Types.ObjectId(),
      provider: 'rtls',
      ...place,
      fullName: [...place.fullName],
    })),
  )
  await api.pushAssets([
    {
      AssetType: 'Equipment',
      AssetId: 'P-2',
      AssetName: 'Pump beta',
      SerialNo: 'SN-77-41',
      PrimaryCategory: 'Pump',
      BatteryLevel: 'LEVEL_1',
    },
    {
      AssetType: 'Equipment',
      AssetId: 'P-1',
      AssetName: 'Pump alpha',
      SerialNo: 'SN-10-20',
      PrimaryCategory: 'Pump',
      BatteryLevel: 'LEVEL_4',
    },
    {
      AssetType: 'Equipment',
      AssetId: 'B-1',
      AssetName: 'Bed (blue)',
      SerialNo: 'B.1',
      PrimaryCategory: 'Bed',
      CustomTags: ['loan'],
    },
    { AssetType: 'Equipment', AssetId: 'B-2', AssetName: 'Bed (blue)', PrimaryCategory: 'Bed' },
    { AssetType: 'Equipment', AssetId: 'OLD', AssetName: 'Aged pump', PrimaryCategory: 'Pump' },
    { AssetType: 'Clinician', AssetId: 'C-1', AssetName: 'Adams', Status: 'On duty' },
  ])
  await api.parts.db.driver.assets.updateOne({ AssetId: 'OLD' }, { $set: { AssetStatus: 'inactive' } })
  await api.placeAt(['Equipment', 'P-1'], WARD)
  await api.placeAt(['Equipment', 'B-1'], LAB)
  return api
}
