import { type Actor, type ServiceParts, sessionOf } from '@wardtrack/access'
import {
  type calls,
  type ErrorDetail,
  type FenceSettings,
  type Geofence,
  type HandlerInput,
  messages,
} from '@wardtrack/contracts'
import { type Database, fenceNameKey, type GeofenceDoc } from '@wardtrack/database'
import type { PlaceCache } from '@wardtrack/places'
import { createTurns, type Handler, invalid, sendFile } from '@wardtrack/service-kit'
import { findMapGeometry, knownTypes, toValues } from '../geofence-form.ts'
import { findFences, newFence } from '../geofences.store.ts'
import { collectionText } from './fence-feature.ts'
import { addFences, findTakenNames } from './fence-files.store.ts'
import {
  type FeatureGround,
  hasSettings,
  type ReadFeature,
  readFeature,
  settingErrors,
} from './read-feature.ts'

/**
 * Reads features and compares their names with each other and with the fences of the map.
 * @returns the read features in the same order
 */
async function readFeatures(
  db: Database,
  features: readonly unknown[],
  ground: FeatureGround & { assetTypes: readonly string[] },
): Promise<ReadFeature[]> {
  const read: ReadFeature[] = []
  const turn = createTurns()
  for (const feature of features) {
    // Comparing the edges of large polygons takes long, so other work gets a turn.
    await turn()
    read.push(readFeature(feature, ground))
  }
  const keys = read.map(({ name, settings }) =>
    name === undefined ? '' : fenceNameKey(name, settings.AssetTypes ?? ground.assetTypes),
  )
  const takenNames = await findTakenNames(db, ground.map.mapId, [...new Set(keys)])
  const seen = new Set<string>()
  for (const [index, feature] of read.entries()) {
    const nameKey = keys[index] ?? ''
    if (feature.name !== undefined && takenNames.has(nameKey))
      feature.errors.push(atName(messages.geofenceNameTaken))
    else if (feature.name !== undefined && seen.has(nameKey))
      feature.errors.push(atName(messages.geojsonNameRepeated))
    seen.add(nameKey)
  }
  return read
}

const atName = (message: string) => ({ path: 'properties.name', message })

/** Dependencies of files on the calls about single fences. */
type FenceFileParts = Pick<ServiceParts, 'db' | 'limits'> & {
  places: PlaceCache
  publishFences(fences: readonly GeofenceDoc[]): void
  visibleAnswers(actor: Actor, fences: readonly GeofenceDoc[]): Promise<Geofence[]>
}

/** The calls about geofences as GeoJSON. */
export type FenceFileService = {
  exportFile: Handler<Actor, typeof calls.exportGeofences>
  checkFile: Handler<Actor, typeof calls.checkGeofenceFile>
  importFile: Handler<Actor, typeof calls.importGeofences>
}

type ImportBody = HandlerInput<typeof calls.importGeofences>['body']

/** Placeholder for name keys: a fence without known types does not count as a patients-only fence. */
const NOT_SAID: readonly string[] = ['']
const FILE = { mediaType: 'application/geo+json', fileName: 'geofences.geojson' } as const

/** Creates the service that exports geofences as GeoJSON and imports them, under the patient rule. */
export function createFenceFileService(parts: FenceFileParts): FenceFileService {
  const { db, places, limits } = parts
  const groundOf = async (MapId: string, actor: Actor): Promise<FeatureGround> => ({
    map: await findMapGeometry(db, MapId),
    types: await knownTypes(db, sessionOf(actor)),
  })
  return {
    exportFile: async ({ body: { MapId, ids } }, context) => {
      if (MapId !== undefined) await findMapGeometry(db, MapId)
      const fences = await parts.visibleAnswers(context.actor, await findFences(db, MapId, ids))
      const lookup = await places.read()
      if (MapId !== undefined) context.target('map', MapId)
      context.auditDetails({ returned: fences.length })
      await sendFile({ ...FILE, content: collectionText(fences, lookup.map) }, context)
      return undefined
    },
    checkFile: async ({ body: { MapId, file } }, context) => {
      context.target('map', MapId)
      const ground = await groundOf(MapId, context.actor)
      const features = await readFeatures(db, file, { ...ground, assetTypes: NOT_SAID })
      return {
        data: features.map(({ name, area, settings, errors }) => ({
          name: name ?? null,
          Coordinates: area ?? null,
          hasSettings: hasSettings(settings),
          errors,
        })),
      }
    },
    importFile: async ({ body }, context) => {
      context.target('map', body.MapId)
      const ground = await groundOf(body.MapId, context.actor)
      const fences = await toFences(parts, body, ground)
      await addFences(db, body.MapId, fences, limits)
      context.auditDetails({ created: fences.length })
      parts.publishFences(fences)
      const data = await parts.visibleAnswers(context.actor, fences)
      return { err: 0 as const, message: messages.geofencesCreated, data }
    },
  }
}

/** Converts the chosen features to fences. @throws ApiError 400 with the errors of each feature */
async function toFences(
  { db }: FenceFileParts,
  { MapId, file, chosen, settings }: ImportBody,
  ground: FeatureGround,
): Promise<GeofenceDoc[]> {
  refuse(settingErrors(settings ?? {}, ground.types).map((error) => below('settings', error)))
  const indexes = chosen ? [...new Set(chosen)] : [...file.keys()]
  const missing = indexes.filter((index) => index >= file.length)
  refuse(missing.map((index) => ({ path: `file.${index}`, message: messages.geojsonNotThere })))
  const features = await readFeatures(
    db,
    indexes.map((index) => file[index]),
    { ...ground, assetTypes: settings?.AssetTypes ?? NOT_SAID },
  )
  const errors = features.flatMap((feature, index) =>
    errorsOf(feature, settings).map((error) => below(`file.${indexes[index]}`, error)),
  )
  refuse(errors)
  return features.flatMap(({ name, area, settings: sent }) => {
    const { Enabled, ...stated } = { ...WITHOUT_SETTINGS, ...settings, ...sent }
    return name && area
      ? [newFence(toValues({ Name: name, MapId, ...stated }, ground.map, area), Enabled)]
      : []
  })
}

/** These values are never stored: without settings, a feature that lacks one of them is refused. */
const WITHOUT_SETTINGS: FenceSettings = {
  Type: '',
  AssetTypes: [],
  EntryTrigger: true,
  EntryTriggerWaitTime: 0,
  ExitTrigger: true,
  ExitTriggerWaitTime: 0,
  Enabled: true,
}

function errorsOf({ errors, settings }: ReadFeature, defaults: FenceSettings | undefined): ErrorDetail[] {
  if (errors.length > 0) return errors
  if (!defaults && !hasSettings(settings))
    return [{ path: 'properties.wardtrack', message: messages.fieldRequired }]
  const all = { ...defaults, ...settings }
  return all.EntryTrigger || all.ExitTrigger
    ? []
    : [{ path: 'properties.wardtrack.EntryTrigger', message: messages.triggerNeeded }]
}

const below = (start: string, { path, message }: ErrorDetail): ErrorDetail => ({
  path: path === '' ? start : `${start}.${path}`,
  message,
})

function refuse(errors: readonly ErrorDetail[]): void {
  if (errors.length > 0) throw invalid(errors, messages.fillCorrectly)
}
