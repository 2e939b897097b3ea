import { z } from 'zod'
import { assetRef, id, iso, levels } from './common.ts'
import { assetClaim, missingReport } from './nearest.ts'

/**
 * Precision of a position: `point`; `room`, drawn at the inner point of the room's outline; or only the `floor`.
 */
export const precision = z.enum(['point', 'room', 'floor'])

/** A place with a position in pixels of the map's image, origin top left. */
export const location = z.object({
  mapId: z.string().nullable(),
  fullPath: levels,
  xCenterPoint: z.number().nullable(),
  yCenterPoint: z.number().nullable(),
  precision: precision.optional(),
  /** accuracy of a point in metres */
  accuracy: z.number().optional(),
  provider: z.string().optional(),
  time: iso.optional(),
})

/** A location tag of an asset. */
export const locationTag = z.object({ Provider: z.string(), TagId: z.string(), IsPrimary: z.boolean() })

/** Home location of an asset: a place of the internal hierarchy, or the beginning of its path. */
export const homeLocation = z.object({ fullPath: levels, hierarchyId: id.optional(), mapId: id.optional() })

const mappings = z.record(z.string(), z.array(assetRef))

/** Time in which an asset carries a tag. */
const tagAssignment = locationTag.extend({
  /** absent for tags that an earlier version assigned */
  from: iso.optional(),
  /** absent while the asset carries the tag */
  to: iso.optional(),
})
/** {@link tagAssignment} */
export type TagAssignment = z.output<typeof tagAssignment>

/** An asset in the responses of all calls. */
export const asset = z.object({
  _id: id,
  AssetType: z.string(),
  AssetId: z.string(),
  AssetStatus: z.enum(['active', 'inactive']),
  Fields: z.looseObject({
    AssetName: z.string().optional(),
    SerialNo: z.string().optional(),
    PrimaryCategory: z.string().optional(),
    Status: z.string().optional(),
    WifiStrength: z.object({ Strength: z.string() }).optional(),
    BatteryLevel: z.object({ Level: z.string() }).optional(),
    DeviceStatus: z.string().optional(),
    InfusionStatus: z.string().optional(),
    VolumeInfused: z.number().optional(),
    Mappings: mappings.optional(),
  }),
  FieldTimes: z.record(z.string(), iso),
  CustomTags: z.array(z.string()),
  LocationTags: z.array(locationTag),
  /** tags that the asset gets as soon as a reader sees them unassigned; only in the answer about one asset */
  ReservedTags: z.array(locationTag).optional(),
  /** current tags, then past ones, each the newest first; only in the answer about one asset */
  TagHistory: z.array(tagAssignment).optional(),
  CurrentLocation: location.optional(),
  HomeLocation: homeLocation.optional(),
  /** present while somebody is taking the asset */
  Claim: assetClaim.optional(),
  /** present if the asset was not found where it was last seen, until a newer position */
  MissingReport: missingReport.optional(),
  createdAt: iso,
  updatedAt: iso,
})

/** An asset on a map. */
export const assetPointer = z.object({
  _id: id,
  AssetType: z.string(),
  AssetId: z.string(),
  CurrentLocation: location,
  icon_type: z.union([z.literal(1), z.literal(2)]),
  Battery: z.string().optional(),
  WiFi: z.string().optional(),
  DeviceStatus: z.string().optional(),
  InfusionStatus: z.string().optional(),
  Fields: z.object({
    AssetName: z.string().optional(),
    SerialNo: z.string().optional(),
    PrimaryCategory: z.string().optional(),
    Clinicians: z.array(assetRef),
    Equipments: z.array(assetRef),
    Patients: z.array(assetRef).optional(),
  }),
})

const statusColumns = {
  Time: iso,
  'Wifi Strength': z.string().nullable(),
  'Connection Status': z.string().nullable(),
  'Battery Level': z.string().nullable(),
  'Infusion Status': z.string().nullable(),
  VolumeInfused: z.number().optional(),
  provider: z.string().optional(),
}

/** A row of the status history: option codes, not aliases. */
export const statusRow = z.object(statusColumns)
/** A row of the location history. */
export const locationRow = z.object({
  ...statusColumns,
  Location: z.string(),
  mapId: z.string().nullable(),
  fullPath: levels,
  xCenterPoint: z.number().nullable(),
  yCenterPoint: z.number().nullable(),
  /** the sighting that was sent, where the position follows from several monitors */
  sighting: z
    .object({
      monitorId: z.string(),
      /** dBm */
      rssi: z.number().optional(),
      /** metres from the monitor */
      accuracy: z.number().optional(),
      /** number of packets */
      count: z.number().optional(),
    })
    .optional(),
})

/** {@link asset} */
export type Asset = z.output<typeof asset>
/** {@link location} */
export type Location = z.output<typeof location>
/** {@link precision} */
export type Precision = z.output<typeof precision>
/** {@link locationTag} */
export type LocationTag = z.output<typeof locationTag>
/** {@link assetPointer}, with `InfusionStatus` for the marker's fill. */
export type AssetPointer = z.output<typeof assetPointer>
/** {@link statusRow} */
export type StatusRow = z.output<typeof statusRow>
/** {@link locationRow} */
export type LocationRow = z.output<typeof locationRow>
