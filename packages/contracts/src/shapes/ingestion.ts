import { z } from 'zod'
import { cleanIdentifier } from '../identifiers.ts'
import { ITEM_CODES } from '../item-codes.ts'
import { assetType, externalId, iso, shortName, text, visible } from './common.ts'
import { edgeMetres } from './place.ts'
import { pushedOutline } from './place-outline.ts'
import { namedLocationTag, TAG_LIMITS } from './tag.ts'

/** Maximum number of items in a request. */
export const MAX_ITEMS = 5_000
/** Maximum size of a request body in bytes. */
export const MAX_INGEST_BYTES = 8 * 1024 * 1024
/** Maximum bytes of one item. */
export const MAX_ITEM_BYTES = 1024 * 1024
/** Maximum time that an event may be ahead of the server's clock, in milliseconds. */
export const MAX_AHEAD_MS = 5 * 60_000

const TIME_MESSAGE = 'Use ISO 8601 with a time zone, or milliseconds since 1970.'
const isoTime = z.iso.datetime({ offset: true, message: TIME_MESSAGE })
/** ISO 8601 whose offset may have no colon or no minutes, and which may have no seconds. */
const SHORT_TIME = /^(\d{4}-\d\d-\d\dT\d\d:\d\d)(:\d\d(?:\.\d{1,9})?)?(?:(Z)|([+-]\d\d)(?::?(\d\d))?)$/
/** Adds what a short time leaves out. */
const toFullTime = (time: string): string =>
  time.replace(
    SHORT_TIME,
    (_, minute: string, seconds = ':00', utc?: string, hours?: string, minutes = '00') =>
      `${minute}${seconds}${utc ?? `${hours}:${minutes}`}`,
  )
/** Smaller numbers are seconds since 1970, or no time. */
const MIN_EPOCH_MS = 100_000_000_000
/**
 * Time of an event: ISO 8601 with a zone (`Z`, `+02:00`, `+0200`, `+02`), with or without seconds; or milliseconds
 * since 1970.
 */
const itemTime = z
  .union(
    [
      isoTime,
      z.int().min(MIN_EPOCH_MS, TIME_MESSAGE).max(8_640_000_000_000_000, TIME_MESSAGE),
      z.string().regex(SHORT_TIME, TIME_MESSAGE).transform(toFullTime).pipe(isoTime),
    ],
    { error: TIME_MESSAGE },
  )
  .optional()
const provider = z
  .string()
  .overwrite(cleanIdentifier)
  .toLowerCase()
  .regex(/^[a-z0-9_-]{1,100}$/)
  .optional()

const subject = {
  AssetType: assetType.optional(),
  AssetId: externalId.optional(),
  tagId: externalId.optional(),
  provider,
}
const event = { time: itemTime, eventId: externalId.optional() }
const namesAsset = (item: {
  AssetType?: string | undefined
  AssetId?: string | undefined
  tagId?: string | undefined
}) => (item.AssetType !== undefined && item.AssetId !== undefined) || item.tagId !== undefined

/** Item of `POST /location/api/ingest/locations`. */
export const locationItem = z
  .object({
    ...subject,
    ...event,
    mapId: externalId.optional(),
    hierarchyId: externalId.optional(),
    monitorId: externalId.optional(),
    x: z.number().optional(),
    y: z.number().optional(),
    unit: z.enum(['m', 'px']).default('m'),
    accuracy: z.number().nonnegative().optional(),
    /** signal of a sighting by a monitor, in dBm */
    rssi: z.number().min(-200).max(50).optional(),
    /** number of packets of a sighting by a monitor */
    count: z.number().int().min(1).max(100_000).optional(),
  })
  // Combined in one check, because each check costs as much time as reading a member.
  .superRefine((item, { addIssue }) => {
    const refuse = (path: keyof typeof item, message: string): void =>
      addIssue({ code: 'custom', path: [path], message })
    const places =
      Number(item.mapId !== undefined) +
      Number(item.hierarchyId !== undefined) +
      Number(item.monitorId !== undefined)
    if (!namesAsset(item)) refuse('AssetId', 'AssetType with AssetId, or tagId, is needed.')
    if (places !== 1) refuse('mapId', 'One of mapId, hierarchyId and monitorId is needed.')
    if ((item.x === undefined) !== (item.y === undefined)) refuse('x', 'x and y go together.')
    if (item.mapId !== undefined && item.x === undefined) refuse('x', 'A mapId needs x and y.')
  })

/** States of a device, by metadata name. */
const state = {
  WifiStrength: z.enum(['BAR_ONE', 'BAR_TWO', 'BAR_THREE', 'BAR_FOUR', 'BAR_FIVE']),
  BatteryLevel: z.enum(['LEVEL_1', 'LEVEL_2', 'LEVEL_3', 'LEVEL_4']),
  DeviceStatus: z.enum(['comm-status-online', 'comm-status-offline']),
  InfusionStatus: z.enum(['pump-status-infusing', 'pump-status--not-infusing']),
  VolumeInfused: z.number().nonnegative(),
}
const optional = <S extends Record<string, z.ZodType>>(shape: S) => z.object(shape).partial().shape

/** Item of `POST /status/api/ingest/device-status`. Further members are stored if the metadata mapping has them. */
export const statusItem = z
  .looseObject({
    ...subject,
    ...event,
    deviceId: externalId.optional(),
    ...optional(state),
    alarm: z
      .object({
        code: shortName,
        text,
        priority: z.string().trim().max(50).regex(visible.pattern, visible.message).optional(),
      })
      .optional(),
  })
  .refine((item) => namesAsset(item) || item.deviceId !== undefined, {
    path: ['deviceId'],
    message: 'Send AssetType with AssetId, deviceId or tagId.',
  })

/** Returns true for a text without characters, which is no value. */
export const isEmptyText = (value: unknown): boolean => typeof value === 'string' && value.trim() === ''

/** Creates a schema in which `null`, or a text without characters, removes the value. */
const removable = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => (isEmptyText(value) ? null : value), schema.nullable()).optional()

/** Item of `POST /api/ingest/assets`. Further members are stored in `Fields` under their name. */
export const assetItem = z.looseObject({
  AssetType: assetType,
  AssetId: externalId,
  AssetName: removable(text),
  SerialNo: removable(text),
  PrimaryCategory: removable(text),
  Status: removable(text),
  WifiStrength: removable(state.WifiStrength),
  BatteryLevel: removable(state.BatteryLevel),
  DeviceStatus: removable(state.DeviceStatus),
  InfusionStatus: removable(state.InfusionStatus),
  VolumeInfused: removable(state.VolumeInfused),
  CustomTags: z.array(shortName).max(TAG_LIMITS.customOfAsset).optional(),
  LocationTags: z.array(namedLocationTag).max(TAG_LIMITS.locationOfAsset).optional(),
})

/** Item of `POST /api/ingest/associations`. */
export const associationItem = z.object({
  from: z.object({ AssetType: assetType, AssetId: externalId }),
  to: z.object({ AssetType: assetType, AssetId: externalId }),
  action: z.enum(['link', 'unlink']),
})

/** A side of a map. */
const metres = z.number().min(0.1).max(100_000)

/**
 * Item of `POST /location/api/ingest/hierarchies`. Without provider, or with `rtls`, it belongs to the internal
 * hierarchy. An `outline` of null removes the stored one.
 */
export const hierarchyItem = z.object({
  hierarchyId: externalId,
  fullName: z.array(shortName).min(1).max(20),
  provider,
  mapId: externalId.regex(/^[A-Za-z0-9_-]+$/, 'Letters, digits, _ and - only.').optional(),
  map: z
    .object({
      name: shortName.optional(),
      xDimension: metres.optional(),
      yDimension: metres.optional(),
      edgeTolerance: edgeMetres.optional(),
    })
    .optional(),
  outline: removable(pushedOutline),
})

/** Error of one item. */
export const itemError = z.object({
  index: z.number(),
  path: z.string(),
  code: z.enum(ITEM_CODES),
  message: z.string(),
})

/** Kinds of items that an expression may return, in the order in which they are ingested. */
export const MIXED_KINDS = ['asset', 'association', 'state', 'position'] as const
/** One of {@link MIXED_KINDS}. */
export type MixedKind = (typeof MIXED_KINDS)[number]

const outcomes = {
  accepted: z.number(),
  duplicates: z.number(),
  unresolved: z.number(),
  refused: z.number(),
}

/** Response of every ingestion endpoint. */
export const ingestAnswer = z.object({
  ...outcomes,
  /** outcomes by kind, when an expression gave items of other kinds than the address's */
  kinds: z.partialRecord(z.enum(MIXED_KINDS), z.object(outcomes)).optional(),
  errors: z.array(itemError),
})

/** A stored refused item. `item` is absent if the reader may not see it. */
export const deadLetter = z.object({
  id: z.string(),
  endpoint: z.string(),
  provider: z.string().optional(),
  receivedAt: iso,
  errors: z.array(z.object({ path: z.string(), code: z.enum(ITEM_CODES), message: z.string() })),
  item: z.unknown().optional(),
  replayed: iso.optional(),
  /** time when the item was replaced by a corrected one */
  mended: iso.optional(),
})

/** {@link locationItem} */
export type LocationItem = z.output<typeof locationItem>
/** {@link statusItem} */
export type StatusItem = z.output<typeof statusItem>
/** {@link assetItem} */
export type AssetItem = z.output<typeof assetItem>
/** {@link associationItem} */
export type AssociationItem = z.output<typeof associationItem>
/** {@link hierarchyItem} */
export type HierarchyItem = z.output<typeof hierarchyItem>
/** {@link itemError} */
export type ItemError = z.output<typeof itemError>
/** {@link ingestAnswer} */
export type IngestAnswer = z.output<typeof ingestAnswer>
/** {@link deadLetter} */
export type DeadLetter = z.output<typeof deadLetter>
