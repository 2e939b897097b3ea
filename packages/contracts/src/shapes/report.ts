import { z } from 'zod'
import { id, iso } from './common.ts'
import { encryptionLimits } from './criteria.ts'

/** Maximum number of days in a report. */
export const MAX_REPORT_DAYS = 366
/** Maximum number of ids in a call for rows of a heat map. */
export const MAX_REPORT_IDS = 5_000

/** A column of a report: the member of a row, and its heading. */
export const reportColumn = z.object({ key: z.string(), label: z.string() })
/** {@link reportColumn} */
export type ReportColumn = z.output<typeof reportColumn>

/** A row of any report, with the members of its columns, and further ones of its page. Missing texts are empty. */
export const reportRow = z.record(z.string(), z.unknown())
/** {@link reportRow} */
export type ReportRow = z.output<typeof reportRow>

/** A page of the rows of any report, with their total number. */
export const reportRows = z.looseObject({
  assets: z.array(reportRow),
  maxAssets: z.number(),
  ...encryptionLimits,
})

/** Description of a report, and a page of its rows under the default filter or the sent criteria. */
export const reportDescription = reportRows.extend({
  /** page name, e.g. `pump-movement` */
  page: z.string(),
  label: z.string(),
  columns: z.array(reportColumn),
  /** address of the call that returns its rows, relative to the base of the api service */
  filterUrl: z.string(),
  /** conditions that apply if the criteria have no type or period; times as of now */
  defaultItems: z.array(z.record(z.string(), z.unknown())),
  /** true if rows are only read at the user's request */
  waitsForUser: z.boolean(),
})
/** {@link reportDescription} */
export type ReportDescription = z.output<typeof reportDescription>

/**
 * A geofence alert, a notification of a rule, or an alarm or condition of a device. Location and Battery (a stored
 * code) are those of its time, the other members of the asset are current.
 */
export const alertRow = z.object({
  id,
  AssetId: z.string(),
  Name: z.string(),
  SerialNo: z.string(),
  Location: z.string(),
  Category: z.string(),
  /** asset type */
  Type: z.string(),
  /** `open`, `acknowledged`, `resolved` for an alert; `active`, `cleared` for a condition; `raised` for others */
  Status: z.string(),
  Battery: z.string(),
  AssetType: z.string(),
  /** text of the event */
  Event: z.string(),
  createdAt: iso,
  /** end of a condition */
  clearedAt: iso.optional(),
  /** priority of an alarm, as sent by the device */
  priority: z.string().optional(),
})
/** {@link alertRow} */
export type AlertRow = z.output<typeof alertRow>

/** An asset with a place and the stored codes of its battery and wifi levels. */
export const deviceRow = z.object({
  AssetId: z.string(),
  AssetType: z.string(),
  Name: z.string(),
  SerialNo: z.string(),
  Battery: z.string(),
  WiFi: z.string(),
  Location: z.string(),
  mapId: z.string().nullable(),
})
/** {@link deviceRow} */
export type DeviceRow = z.output<typeof deviceRow>

/** An asset on a map. */
export const placedAssetRow = z.object({
  AssetId: z.string(),
  AssetType: z.string(),
  AssetName: z.string(),
  SerialNo: z.string(),
  Location: z.string(),
  mapId: z.string().nullable(),
})
/** {@link placedAssetRow} */
export type PlacedAssetRow = z.output<typeof placedAssetRow>

/** A move of an asset between two places. The places are paths down to the requested level. */
export const moveRow = z.object({
  AssetId: z.string(),
  AssetType: z.string(),
  AssetName: z.string(),
  LocationA: z.string(),
  LocationB: z.string(),
  /** last position at A */
  leftAt: iso,
  /** arrival at B */
  createdAt: iso,
})
/** {@link moveRow} */
export type MoveRow = z.output<typeof moveRow>

/** An asset away from its home location. */
export const awayRow = z.object({
  AssetId: z.string(),
  AssetType: z.string(),
  AssetName: z.string(),
  CurrentLocation: z.string(),
  HomeLocation: z.string(),
  /** home location, again */
  from: z.string(),
  /** current place, again */
  to: z.string(),
  /** arrival at the current place */
  createdAt: iso,
})
/** {@link awayRow} */
export type AwayRow = z.output<typeof awayRow>

/** An asset on the map of another asset. */
export const nearbyRow = z.object({
  AssetId: z.string(),
  AssetType: z.string(),
  AssetName: z.string(),
  Location: z.string(),
  /** metres in a straight line, one decimal */
  Distance: z.number(),
  /** walking distance in metres along lanes, one decimal; absent if the map has none */
  WalkingDistance: z.number().optional(),
})
/** {@link nearbyRow} */
export type NearbyRow = z.output<typeof nearbyRow>

/** An asset that has not moved, or was not seen, for long. Missing texts are empty. */
export const idleAssetRow = z.object({
  AssetId: z.string(),
  AssetType: z.string(),
  AssetName: z.string(),
  Category: z.string(),
  SerialNo: z.string(),
  /** last place, names of the levels joined with `>` */
  Location: z.string(),
  mapId: z.string().nullable(),
  /** arrival at this place */
  arrivedAt: iso,
  /** time of the last position */
  seenAt: iso,
  /** whole days: since the arrival in the report on unmoved assets, since the last position in the loss list */
  Days: z.number(),
})
/** {@link idleAssetRow} */
export type IdleAssetRow = z.output<typeof idleAssetRow>

/** Number of a group's idle assets, by the time that they have rested. */
export const idleGroup = z.object({
  /** primary category, or names of a place's levels joined with `>`; empty without one */
  name: z.string(),
  /**
   * one count for each of the response's `bounds`: assets with at least as many days, and fewer than the next bound
   */
  counts: z.array(z.number()),
})
/** {@link idleGroup} */
export type IdleGroup = z.output<typeof idleGroup>

/** Shares of owned equipment in each use, in per cent, one decimal. Infusing or moving equipment is in use. */
export const usageShares = z.object({
  InUse: z.number(),
  Infusing: z.number(),
  Moving: z.number(),
  Idle: z.number(),
})
/** {@link usageShares} */
export type UsageShares = z.output<typeof usageShares>

/** Use of the equipment of a category that belongs to a unit. Missing texts are empty. */
export const utilisationRow = usageShares.extend({
  AssetType: z.string(),
  Category: z.string(),
  /** names of the levels joined with `>` */
  Unit: z.string(),
  /** number of active pieces */
  Owned: z.number(),
  /** maximum number of pieces in use at the same time */
  Peak: z.number(),
  /** number of pieces that were never needed: owned less the peak */
  NeverNeeded: z.number(),
})
/** {@link utilisationRow} */
export type UtilisationRow = z.output<typeof utilisationRow>

/** Average number of pieces in each use from `createdAt` on, one decimal. */
export const usagePoint = z.object({
  createdAt: iso,
  infusing: z.number(),
  moving: z.number(),
  idle: z.number(),
})
/** {@link usagePoint} */
export type UsagePoint = z.output<typeof usagePoint>

/** Shares in use in per cent; null without samples. */
export const usageHeat = z.object({
  /** Monday to Sunday, each with its hours */
  week: z.array(z.array(z.number().nullable())),
  /** categories, each with the hours of the day */
  categories: z.array(z.object({ name: z.string(), hours: z.array(z.number().nullable()) })),
})
/** {@link usageHeat} */
export type UsageHeat = z.output<typeof usageHeat>

/** Durations of stays in a unit, and of the time until the next infusion; hours, two decimals. */
export const dwellRow = z.object({
  /** names of the levels joined with `>`; empty if unknown */
  Unit: z.string(),
  Stays: z.number(),
  StayMedian: z.number().nullable(),
  StayP90: z.number().nullable(),
  Turnarounds: z.number(),
  TurnaroundMedian: z.number().nullable(),
  TurnaroundP90: z.number().nullable(),
})
/** {@link dwellRow} */
export type DwellRow = z.output<typeof dwellRow>

/**
 * Uses of a unit's equipment of a category by what followed: cleaning, another use without cleaning, or neither yet.
 * Missing texts are empty; hours have two decimals.
 */
export const cleaningRow = z.object({
  AssetType: z.string(),
  Category: z.string(),
  /** names of the levels joined with `>` */
  Unit: z.string(),
  /** number of ended uses: the sum of `Cleaned`, `NotCleaned` and `Waiting` */
  Uses: z.number(),
  Cleaned: z.number(),
  NotCleaned: z.number(),
  Waiting: z.number(),
  /** time from the end of a use to a place of cleaning */
  ToCleaningMedian: z.number().nullable(),
  ToCleaningLongest: z.number().nullable(),
})
/** {@link cleaningRow} */
export type CleaningRow = z.output<typeof cleaningRow>

/** Use of an asset without cleaning after the previous use. Missing texts are empty. */
export const reuseWithoutCleaning = z.object({
  AssetId: z.string(),
  AssetType: z.string(),
  AssetName: z.string(),
  Category: z.string(),
  /** home unit, names of the levels joined with `>` */
  Unit: z.string(),
  usedUntil: iso,
  usedAgainAt: iso,
})
/** {@link reuseWithoutCleaning} */
export type UncleanedUse = z.output<typeof reuseWithoutCleaning>

/** An asset inside a geofence. */
export const fenceStatusRow = z.object({
  geofenceId: id,
  Geofence: z.string(),
  GeofenceType: z.string(),
  AssetId: z.string(),
  AssetType: z.string(),
  Name: z.string(),
  Type: z.string(),
  Category: z.string(),
  Location: z.string(),
  since: iso,
})
/** {@link fenceStatusRow} */
export type FenceStatusRow = z.output<typeof fenceStatusRow>

/** A geofence, and the number of the report's assets inside. */
export const occupiedFence = z.object({ _id: id, Name: z.string(), inside: z.number() })
/** {@link occupiedFence} */
export type OccupiedFence = z.output<typeof occupiedFence>
