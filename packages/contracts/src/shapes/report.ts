import { z } from 'zod'
import { id, iso } from './common.ts'

/** Days that a report covers at most. */
export const MAX_REPORT_DAYS = 366
/** Ids that one call for rows of a heat map names at most. */
export const MAX_REPORT_IDS = 5_000

/** A column of a report: the member of a row, and its heading. */
export const reportColumn = z.object({ key: z.string(), label: z.string() })
/** {@link reportColumn} */
export type ReportColumn = z.output<typeof reportColumn>

/** A row of any report: the members that its columns name, and others that its page names. Missing texts are empty. */
export const reportRow = z.record(z.string(), z.unknown())
/** {@link reportRow} */
export type ReportRow = z.output<typeof reportRow>

/** A page of the rows of any report, and how many rows there are in all. */
export const reportRows = z.looseObject({ assets: z.array(reportRow), maxAssets: z.number() })

/** What a report is, and a page of its rows under the default filter or the criteria that were sent. */
export const reportDescription = reportRows.extend({
  /** page name, e.g. `pump-movement` */
  page: z.string(),
  label: z.string(),
  columns: z.array(reportColumn),
  /** address of the call that gives its rows, relative to the base of the api service */
  filterUrl: z.string(),
  /** conditions that hold where the criteria say nothing of type or period; times as of now */
  defaultItems: z.array(z.record(z.string(), z.unknown())),
  /** rows come only when the user asks for them */
  waitsForUser: z.boolean(),
})
/** {@link reportDescription} */
export type ReportDescription = z.output<typeof reportDescription>

/**
 * A geofence alert, a notification of a rule, an alarm of a device or a condition that it was in. Location and Battery
 * (a stored code) as they were then, the other members of the asset as they are now.
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
  /** of an alert `open`, `acknowledged`, `resolved`; of a condition `active`, `cleared`; of all others `raised` */
  Status: z.string(),
  Battery: z.string(),
  AssetType: z.string(),
  /** what happened */
  Event: z.string(),
  createdAt: iso,
  /** when a condition ended */
  clearedAt: iso.optional(),
  /** of an alarm, as the device sent it */
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

/** A move of an asset between two places. The places are paths down to the level asked for. */
export const moveRow = z.object({
  AssetId: z.string(),
  AssetType: z.string(),
  AssetName: z.string(),
  LocationA: z.string(),
  LocationB: z.string(),
  /** the last position at A */
  leftAt: iso,
  /** the arrival at B */
  createdAt: iso,
})
/** {@link moveRow} */
export type MoveRow = z.output<typeof moveRow>

/** An asset that is not where it belongs. */
export const awayRow = z.object({
  AssetId: z.string(),
  AssetType: z.string(),
  AssetName: z.string(),
  CurrentLocation: z.string(),
  HomeLocation: z.string(),
  /** where it belongs, again */
  from: z.string(),
  /** where it is, again */
  to: z.string(),
  /** when it arrived there */
  createdAt: iso,
})
/** {@link awayRow} */
export type AwayRow = z.output<typeof awayRow>

/** An asset on the map of another one. */
export const nearbyRow = z.object({
  AssetId: z.string(),
  AssetType: z.string(),
  AssetName: z.string(),
  Location: z.string(),
  /** metres in a straight line, one decimal */
  Distance: z.number(),
  /** metres on foot along the lanes, one decimal; absent where the map has none */
  WalkingDistance: z.number().optional(),
})
/** {@link nearbyRow} */
export type NearbyRow = z.output<typeof nearbyRow>

/** An asset that stays where it is, or that was not seen for long. Missing texts are empty. */
export const restingRow = z.object({
  AssetId: z.string(),
  AssetType: z.string(),
  AssetName: z.string(),
  Category: z.string(),
  SerialNo: z.string(),
  /** where it was seen last, names of the levels joined with `>` */
  Location: z.string(),
  mapId: z.string().nullable(),
  /** when it came there */
  arrivedAt: iso,
  /** when it was seen last */
  seenAt: iso,
  /** whole days since: of the report of what has not moved since it came, of the loss list since it was seen */
  Days: z.number(),
})
/** {@link restingRow} */
export type RestingRow = z.output<typeof restingRow>

/** How many assets of a group are in a report of what rests, by how long they rest. */
export const restingGroup = z.object({
  /** primary category, or the names of the levels of a place joined with `>`; empty where there is none */
  name: z.string(),
  /** as many as `bounds` of the answer: those of at least so many days and fewer than the next bound */
  counts: z.array(z.number()),
})
/** {@link restingGroup} */
export type RestingGroup = z.output<typeof restingGroup>

/** How much of what is owned was in which use, in per cent, one decimal. In use is what was infusing or moving. */
export const usageShares = z.object({
  InUse: z.number(),
  Infusing: z.number(),
  Moving: z.number(),
  Idle: z.number(),
})
/** {@link usageShares} */
export type UsageShares = z.output<typeof usageShares>

/** The use of the equipment of a category that belongs to a unit. Missing texts are empty. */
export const utilisationRow = usageShares.extend({
  AssetType: z.string(),
  Category: z.string(),
  /** names of the levels joined with `>` */
  Unit: z.string(),
  /** pieces that are active now */
  Owned: z.number(),
  /** most pieces in use at one moment */
  Peak: z.number(),
  /** pieces that were not needed at any moment: owned less the peak */
  NeverNeeded: z.number(),
})
/** {@link utilisationRow} */
export type UtilisationRow = z.output<typeof utilisationRow>

/** How many pieces were in which use from `createdAt` on, on average, one decimal. */
export const usagePoint = z.object({
  createdAt: iso,
  infusing: z.number(),
  moving: z.number(),
  idle: z.number(),
})
/** {@link usagePoint} */
export type UsagePoint = z.output<typeof usagePoint>

/** Shares in use in per cent; null where nothing was looked at. */
export const usageHeat = z.object({
  /** Monday to Sunday, each with its hours */
  week: z.array(z.array(z.number().nullable())),
  /** categories, each with the hours of the day */
  categories: z.array(z.object({ name: z.string(), hours: z.array(z.number().nullable()) })),
})
/** {@link usageHeat} */
export type UsageHeat = z.output<typeof usageHeat>

/** How long assets stayed in a unit that they left, and how long it took until they infused again; hours, two decimals. */
export const dwellRow = z.object({
  /** names of the levels joined with `>`; empty where nobody knew */
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
 * What followed the uses of equipment of a category that belongs to a unit: it was cleaned before it was used again, it was
 * not, or it waits for either. Missing texts are empty; hours have two decimals.
 */
export const cleaningRow = z.object({
  AssetType: z.string(),
  Category: z.string(),
  /** names of the levels joined with `>` */
  Unit: z.string(),
  /** uses that ended: `Cleaned`, `NotCleaned` and `Waiting` together */
  Uses: z.number(),
  Cleaned: z.number(),
  NotCleaned: z.number(),
  Waiting: z.number(),
  /** from the end of a use to a place of cleaning */
  ToCleaningMedian: z.number().nullable(),
  ToCleaningLongest: z.number().nullable(),
})
/** {@link cleaningRow} */
export type CleaningRow = z.output<typeof cleaningRow>

/** That an asset was used again without having been at a place of cleaning. Missing texts are empty. */
export const uncleanedUse = z.object({
  AssetId: z.string(),
  AssetType: z.string(),
  AssetName: z.string(),
  Category: z.string(),
  /** where it belongs, names of the levels joined with `>` */
  Unit: z.string(),
  usedUntil: iso,
  usedAgainAt: iso,
})
/** {@link uncleanedUse} */
export type UncleanedUse = z.output<typeof uncleanedUse>

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

/** A geofence, and how many assets of the report are inside. */
export const occupiedFence = z.object({ _id: id, Name: z.string(), inside: z.number() })
/** {@link occupiedFence} */
export type OccupiedFence = z.output<typeof occupiedFence>
