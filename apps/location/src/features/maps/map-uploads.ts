import { randomBytes } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ServiceParts } from '@wardtrack/access'
import {
  ASSUMED_PIXELS_PER_METRE,
  type Database,
  INTERNAL,
  type MapDoc,
  type PlaceDoc,
  placeKey,
  trusted,
} from '@wardtrack/database'
import { storeFile } from '@wardtrack/images'
import type { FeedDelivery } from '@wardtrack/outbound'
import { factorTo, geometryOf, markedPoint, publishPlacesChanged, scaledArea } from '@wardtrack/places'
import type { MapImage } from './read-map-image.ts'
import { rescalePositions } from './rescale-positions.ts'

/**
 * Rescales the geofences and monitors of a map to the pixel size of its image. Each records the size that its pixels
 * belong to, so repeated or interrupted runs give the same result. For a fence this is no move: neither `activeFrom`
 * nor its version changes.
 * @param parts its bus notifies caches of fences
 */
export async function rescaleMarks(
  { db, bus }: Pick<ServiceParts, 'db' | 'bus'>,
  map: MapDoc,
): Promise<void> {
  if (map.width === null || map.height === null) return
  const imageSize = `${map.width}x${map.height}`
  await rescaleMonitors(db, map, imageSize)
  if ((await rescaleFences(db, map, imageSize)) === 0) return
  bus.publish('config.changed', { what: 'geofences' })
}

async function rescaleMonitors(db: Database, map: MapDoc, imageSize: string): Promise<void> {
  const geometry = geometryOf(map)
  const monitors = await db.models.monitors.find({ mapId: map._id, imageSize: trusted({ $ne: imageSize }) })
  const writes = monitors.map((mark) => {
    const { _id, mapId, xCoordinate, yCoordinate } = mark
    const { x, y } = markedPoint(mark, geometry)
    return {
      updateOne: {
        // A monitor marked again meanwhile belongs to the newer image and is left unchanged.
        filter: {
          _id,
          mapId,
          xCoordinate,
          yCoordinate,
          imageSize: mark.imageSize ?? trusted({ $exists: false }),
        },
        update: { $set: { xCoordinate: x, yCoordinate: y, imageSize } },
      },
    }
  })
  if (writes.length > 0) await db.models.monitors.bulkWrite(writes, { ordered: false })
}

/** Number of fences that are rescaled in one write: a fence may have many corners, and each write is one turn. */
const FENCES_AT_A_TIME = 20

async function rescaleFences(db: Database, map: MapDoc, imageSize: string): Promise<number> {
  const geometry = geometryOf(map)
  const fences = await db.models.geofences.find({ MapId: map._id, imageSize: trusted({ $ne: imageSize }) })
  let rescaled = 0
  for (let from = 0; from < fences.length; from += FENCES_AT_A_TIME) {
    const writes = fences
      .slice(from, from + FENCES_AT_A_TIME)
      .map(({ _id, __v, Coordinates, imageSize: previousSize }) => ({
        updateOne: {
          // A fence drawn again meanwhile belongs to the newer image and is left unchanged.
          filter: { _id, __v, imageSize: previousSize ?? trusted({ $exists: false }) },
          update: {
            $set: { Coordinates: scaledArea(Coordinates, factorTo(geometry, previousSize)), imageSize },
          },
        },
      }))
    rescaled += (await db.models.geofences.bulkWrite(writes, { ordered: false })).modifiedCount
  }
  return rescaled
}

/** Map values sent with an upload. */
export type MapUploadValues = {
  mapId?: string | undefined
  name?: string | undefined
  refName?: string | undefined
  xDimension?: number | undefined
  yDimension?: number | undefined
  edgeTolerance?: number | undefined
}

/** Stores map images with their maps. */
export type MapUploads = {
  save(place: PlaceDoc, values: MapUploadValues, image: MapImage): Promise<MapDoc>
  /** completes uploads interrupted by a crash */
  recover(): Promise<void>
  close(): Promise<void>
}

type Parts = Pick<ServiceParts, 'db' | 'bus' | 'filesDir' | 'log'>

const UPLOAD_MARK = 'map-upload/'
/**
 * Delay of the second rescaling, in milliseconds. By then every process has written the positions that it computed
 * with the old size.
 */
const SECOND_RESCALE_MS = 5_000

/** Creates the uploads of a process. @param flushed resolves when no write of positions is in progress */
export function createMapUploads(
  parts: Parts,
  flushed: () => Promise<void>,
  delivery?: Pick<FeedDelivery, 'add'>,
): MapUploads {
  const { db, bus, log } = parts
  const timers = new Set<NodeJS.Timeout>()
  let lastSave: Promise<unknown> = Promise.resolve()

  const rescale = async (map: MapDoc): Promise<void> => {
    await rescaleMarks(parts, map)
    await rescalePositions(db, map)
  }
  const finishUpload = async (map: MapDoc): Promise<void> => {
    await rescale(map)
    await db.models.system.deleteOne({ _id: UPLOAD_MARK + map._id })
  }
  const scheduleSecondRescale = (mapId: string): void => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      const rescaledAgain = db.models.maps
        .findOne({ _id: mapId })
        .then((map) => (map ? finishUpload(map) : undefined))
      rescaledAgain.catch((error: unknown) =>
        log.warn({ err: error }, 'positions are rescaled at the next start'),
      )
    }, SECOND_RESCALE_MS)
    timer.unref()
    timers.add(timer)
  }
  const save = async (place: PlaceDoc, values: MapUploadValues, image: MapImage): Promise<MapDoc> => {
    const mapId = place.mapId ?? (await freeMapId(parts, values.mapId))
    const present = await db.models.maps.findOne({ _id: mapId })
    const map = toMapDoc(mapId, place, values, present, image)
    // The mark remains until the steps below are done; a start that finds the mark completes them.
    await db.models.system.updateOne(
      { _id: UPLOAD_MARK + mapId },
      { $set: { value: place.hierarchyId } },
      { upsert: true },
    )
    await storeFile(mapFile(parts.filesDir, mapId), image.jpeg)
    await db.models.maps.replaceOne({ _id: mapId }, map, { upsert: true })
    if (place.mapId === null) await db.models.places.updateOne({ _id: place._id }, { $set: { mapId } })
    await delivery?.add([placeKey(place.provider, place.hierarchyId)])
    await publishPlacesChanged(parts)
    await flushed()
    await rescale(map)
    bus.publish('config.changed', { what: 'files' })
    scheduleSecondRescale(mapId)
    return map
  }
  return {
    save: (place, values, image) => {
      // Uploads run one at a time, because two of the same map must not mix.
      const saving = lastSave.then(() => save(place, values, image))
      lastSave = saving.catch(() => undefined)
      return saving
    },
    recover: async () => {
      const marks = await db.models.system.find({ _id: trusted({ $gte: UPLOAD_MARK, $lt: 'map-upload0' }) })
      for (const { _id, value } of marks)
        await recoverUpload(parts, _id.slice(UPLOAD_MARK.length), value, finishUpload)
    },
    close: async () => {
      for (const timer of timers) clearTimeout(timer)
      await lastSave
    },
  }
}

function toMapDoc(
  mapId: string,
  place: PlaceDoc,
  values: MapUploadValues,
  present: MapDoc | null,
  image: MapImage,
): MapDoc {
  const known = present && !present.dimensionsAssumed ? present : undefined
  const xDimension = values.xDimension ?? known?.xDimension
  const yDimension = values.yDimension ?? known?.yDimension
  const edgeTolerance = values.edgeTolerance ?? present?.edgeTolerance
  return {
    _id: mapId,
    name: values.name ?? present?.name ?? place.fullName.at(-1) ?? mapId,
    refName: values.refName ?? present?.refName ?? '',
    xDimension: xDimension ?? image.width / ASSUMED_PIXELS_PER_METRE,
    yDimension: yDimension ?? image.height / ASSUMED_PIXELS_PER_METRE,
    source: 'upload',
    width: image.width,
    height: image.height,
    dimensionsAssumed: xDimension === undefined || yDimension === undefined,
    ...(edgeTolerance === undefined ? {} : { edgeTolerance }),
  }
}

/** Returns the requested id if it is free, or else a new one. */
async function freeMapId({ db }: Parts, wanted: string | undefined): Promise<string> {
  if (wanted !== undefined) {
    const existing =
      (await db.models.maps.findOne({ _id: wanted })) ?? (await db.models.places.findOne({ mapId: wanted }))
    if (!existing) return wanted
  }
  return `map-${randomBytes(8).toString('hex')}`
}

/**
 * Recovers an upload after a crash. If the file exists, the map gets its size, the place gets the map, and positions
 * are rescaled. Otherwise the upload is discarded.
 */
async function recoverUpload(
  parts: Parts,
  mapId: string,
  hierarchyId: unknown,
  finish: (map: MapDoc) => Promise<void>,
): Promise<void> {
  const { db, filesDir } = parts
  const file = mapFile(filesDir, mapId)
  const map = await db.models.maps.findOne({ _id: mapId })
  const fileStats = await stat(file).catch(() => undefined)
  if (!map || !fileStats) {
    await db.models.system.deleteOne({ _id: UPLOAD_MARK + mapId })
    return
  }
  // Loaded only here, because the serving process decodes no images.
  const { default: sharp } = await import('sharp')
  const { width, height } = await sharp(file).metadata()
  await db.models.maps.updateOne({ _id: mapId }, { $set: { width, height } })
  await db.models.places.updateOne(
    { provider: INTERNAL, hierarchyId: String(hierarchyId), mapId: null },
    { $set: { mapId } },
  )
  await publishPlacesChanged(parts)
  await finish({ ...map, width, height })
}

/** Returns the path of a map's image. @throws Error for a mapId that is no plain name */
export function mapFile(filesDir: string, mapId: string): string {
  // The contract allows only such ids. The id becomes part of a path, so it is checked again.
  if (!/^[A-Za-z0-9_-]{1,128}$/.test(mapId)) throw new Error('a mapId that is no file name')
  return join(filesDir, 'images', 'Maps', `${mapId}.jpg`)
}
