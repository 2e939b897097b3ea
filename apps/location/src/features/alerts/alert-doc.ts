import type { AssetAtAlert } from '@wardtrack/contracts'
import {
  type AssetDoc,
  type GeofenceAlertDoc,
  type MetadataDoc,
  type PendingAlert,
} from '@wardtrack/database'
import { PATIENT } from '@wardtrack/patient-rule'
import { pathText } from '../../places/place-cache.ts'
import { geofenceAnswer } from '../geofences/index.ts'
import { alertGrams, searchText } from './alert-text.ts'

/** What of an asset an alert keeps and answers. */
export type AlertedAsset = Pick<AssetDoc, '_id' | 'AssetType' | 'AssetId' | 'Fields'>

/** The metadata mapping's entries, by asset type, then metadata name. */
export type MetadataEntries = MetadataDoc['types']

/** The document of a new alert: what was true of fence, place and asset. */
export function alertDoc(
  pending: PendingAlert,
  asset: AlertedAsset,
  entries: MetadataEntries,
  createdAt: Date,
): GeofenceAlertDoc {
  const { id, kind, fence, location, imageSize, eventTime } = pending
  const details = assetAtAlert(asset, entries)
  const { AssetName, SerialNo } = details
  const text = searchText([
    fence.Name,
    fence.Type,
    asset.AssetId,
    AssetName,
    SerialNo,
    pathText(location.fullPath),
  ])
  return {
    _id: id,
    kind,
    status: 'open',
    unresolved: true,
    asset: asset._id,
    AssetType: asset.AssetType,
    AssetId: asset.AssetId,
    ofPatient: asset.AssetType === PATIENT,
    fence: geofenceAnswer(fence),
    ...(fence.imageSize === undefined ? {} : { fenceImageSize: fence.imageSize }),
    location,
    ...(imageSize === undefined ? {} : { imageSize }),
    then: details,
    SearchText: text,
    SearchGrams: alertGrams(text),
    eventTime,
    createdAt,
  }
}

/** What is told of the asset as it was; battery and wifi by the aliases that their codes had. */
function assetAtAlert({ AssetType, Fields }: AlertedAsset, entries: MetadataEntries): AssetAtAlert {
  const alias = (name: string, code: unknown): unknown =>
    typeof code === 'string' ? (entries[AssetType]?.[name]?.Options?.[code]?.alias ?? code) : undefined
  return {
    ...text('AssetName', Fields['AssetName']),
    ...text('SerialNo', Fields['SerialNo']),
    ...text('PrimaryCategory', Fields['PrimaryCategory']),
    ...text('Battery', alias('BatteryLevel', memberOf(Fields['BatteryLevel'], 'Level'))),
    ...text('WiFi', alias('WifiStrength', memberOf(Fields['WifiStrength'], 'Strength'))),
    Clinicians: Fields.Mappings?.['Clinician'] ?? [],
  }
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined

const text = <N extends string>(name: N, value: unknown): { [P in N]?: string } =>
  (typeof value === 'string' && value !== '' ? { [name]: value } : {}) as { [P in N]?: string }
