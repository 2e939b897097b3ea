import type { AlertStep, GeofenceAlert } from '@wardtrack/contracts'
import type { GeofenceAlertDoc } from '@wardtrack/database'
import type { MetadataMapping } from '@wardtrack/ingestion'
import { factorTo, type PlaceLookup, scaled, scaledArea } from '@wardtrack/places'
import type { AlertedAsset } from './alert-doc.ts'
import { withCurrentAliases } from './current-aliases.ts'

type StoredStep = Omit<AlertStep, 'at'> & { at: Date }

/**
 * Returns an alert as answered to people who may see everything. Its point and fence are converted to the pixels of
 * the maps' current images, on which they are drawn. Its codes get the current aliases.
 * @param asset current state of the asset; values stored in the alert replace a deleted asset
 */
export function alertAnswer(
  doc: GeofenceAlertDoc,
  asset: AlertedAsset | undefined,
  lookup: PlaceLookup,
  mapping: MetadataMapping,
): GeofenceAlert {
  const { fence, location } = doc
  const fenceFactor = factorTo(lookup.map(fence.MapId), doc.fenceImageSize)
  const pointFactor = factorTo(
    location.mapId === null ? undefined : lookup.map(location.mapId),
    doc.imageSize,
  )
  return {
    id: doc._id,
    _id: doc._id,
    kind: doc.kind,
    status: doc.status,
    createdAt: doc.createdAt.toISOString(),
    eventTime: doc.eventTime.toISOString(),
    LinkedGeofence: { ...fence, Coordinates: scaledArea(fence.Coordinates, fenceFactor) },
    LinkedLocation: {
      mapId: location.mapId,
      fullPath: location.fullPath,
      xCenterPoint: location.xCenterPoint === null ? null : scaled(location.xCenterPoint, pointFactor.x),
      yCenterPoint: location.yCenterPoint === null ? null : scaled(location.yCenterPoint, pointFactor.y),
    },
    LinkedAsset: linkedAsset(doc, asset),
    AssetThen: withCurrentAliases(doc.then, doc.AssetType, mapping),
    ...(doc.acknowledged ? { acknowledged: stepAnswer(doc.acknowledged) } : {}),
    ...(doc.resolved ? { resolved: stepAnswer(doc.resolved) } : {}),
  }
}

const stepAnswer = ({ at, ...step }: StoredStep): AlertStep => ({ ...step, at: at.toISOString() })

function linkedAsset(doc: GeofenceAlertDoc, asset: AlertedAsset | undefined): GeofenceAlert['LinkedAsset'] {
  const { AssetName, SerialNo, PrimaryCategory } = doc.then
  return {
    _id: doc.asset.toHexString(),
    AssetType: doc.AssetType,
    AssetId: doc.AssetId,
    Fields: asset?.Fields ?? {
      ...(AssetName === undefined ? {} : { AssetName }),
      ...(SerialNo === undefined ? {} : { SerialNo }),
      ...(PrimaryCategory === undefined ? {} : { PrimaryCategory }),
    },
  }
}
