import type { AssetAtAlert } from '@wardtrack/contracts'
import {
  type AssetDoc,
  alertGrams,
  alertSearchText,
  type GeofenceAlertDoc,
  type PendingAlert,
} from '@wardtrack/database'
import type { MetadataMapping } from '@wardtrack/ingestion'
import { PATIENT } from '@wardtrack/patient-rule'
import { geofenceAnswer } from '../geofences/index.ts'
import { aliasOfCode } from './current-aliases.ts'

/** Asset fields that an alert stores and answers. */
export type AlertedAsset = Pick<AssetDoc, '_id' | 'AssetType' | 'AssetId' | 'Fields'>

/** Creates the document of a new alert with fence, place and asset as they were at the alert. */
export function alertDoc(
  pending: PendingAlert,
  asset: AlertedAsset,
  mapping: MetadataMapping,
  createdAt: Date,
): GeofenceAlertDoc {
  const { id, kind, fence, location, imageSize, eventTime } = pending
  const details = assetAtAlert(asset, mapping)
  const text = alertSearchText({ AssetId: asset.AssetId, fence, then: details, location })
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

/**
 * Returns the asset as it was at the alert. Battery and wifi are stored as code and as alias. Answers use the code's
 * current alias, or the stored alias when the mapping no longer has the code.
 */
function assetAtAlert({ AssetType, Fields }: AlertedAsset, mapping: MetadataMapping): AssetAtAlert {
  const battery = memberOf(Fields['BatteryLevel'], 'Level')
  const wifi = memberOf(Fields['WifiStrength'], 'Strength')
  const alias = (name: string, code: unknown): unknown =>
    typeof code === 'string' ? (aliasOfCode(mapping, AssetType, name, code) ?? code) : undefined
  return {
    ...text('AssetName', Fields['AssetName']),
    ...text('SerialNo', Fields['SerialNo']),
    ...text('PrimaryCategory', Fields['PrimaryCategory']),
    ...text('Battery', alias('BatteryLevel', battery)),
    ...text('BatteryCode', battery),
    ...text('WiFi', alias('WifiStrength', wifi)),
    ...text('WiFiCode', wifi),
    Clinicians: Fields.Mappings?.['Clinician'] ?? [],
  }
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined

const text = <N extends string>(name: N, value: unknown): { [P in N]?: string } =>
  (typeof value === 'string' && value !== '' ? { [name]: value } : {}) as { [P in N]?: string }
