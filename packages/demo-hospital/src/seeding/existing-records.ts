import type { AssetType } from '../registry/registry.types.ts'
import type { SessionClient } from './session-client.ts'

const PAGE = 500

/**
 * Statuses after which existing records are unknown: the session has no access, or the server lacks the call. Upserts
 * then avoid duplicates.
 */
const CANNOT_TELL = [403, 404, 405]

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

function listOf(value: unknown, name: string): unknown[] {
  const list = member(value, name)
  return Array.isArray(list) ? list : []
}

/** Returns the ids of the server's internal hierarchies; empty without access. */
export async function presentHierarchies(session: SessionClient): Promise<Set<string>> {
  const answer = await session.call('GET', '/location/api/hierarchy/rtlsHierarchies', undefined, CANNOT_TELL)
  return new Set(listOf(answer, 'data').map((entry) => String(member(entry, 'hierarchyId'))))
}

/** Returns "AssetType:AssetId" of every asset of a type that this session may see. */
async function presentOfType(session: SessionClient, type: AssetType): Promise<string[]> {
  const found: string[] = []
  for (let page = 1; ; page++) {
    const body = { pagesize: PAGE, page, projection: ['AssetType', 'AssetId'], query: { AssetType: type } }
    const answer = await session.call('POST', '/api/assets.list', body, CANNOT_TELL)
    const rows = listOf(answer, 'data')
    found.push(...rows.map((row) => `${String(member(row, 'AssetType'))}:${String(member(row, 'AssetId'))}`))
    if (rows.length < PAGE) return found
  }
}

export async function presentAssets(session: SessionClient): Promise<Set<string>> {
  const types: AssetType[] = ['Equipment', 'Clinician', 'Patient']
  const lists = await Promise.all(types.map((type) => presentOfType(session, type)))
  return new Set(lists.flat())
}

/** Checks that a map already has an image: only images have a width in pixels. */
export async function mapHasImage(session: SessionClient, mapId: string): Promise<boolean> {
  const path = `/location/api/location.getMap/${encodeURIComponent(mapId)}`
  const answer = await session.call('GET', path, undefined, CANNOT_TELL)
  return typeof member(answer, 'width') === 'number'
}

/** Returns "mapId:name" of every geofence that this session may see. */
export async function presentFences(session: SessionClient): Promise<Set<string>> {
  const answer = await session.call('GET', '/location/api/geofence/get', undefined, CANNOT_TELL)
  return new Set(
    listOf(answer, 'data').map(
      (fence) => `${String(member(fence, 'MapId'))}:${String(member(fence, 'Name'))}`,
    ),
  )
}

/** Returns the names of the configured location providers. */
export async function presentProviders(session: SessionClient): Promise<Set<string>> {
  const path = '/api/settings/getAddedLocationProviders'
  const answer = await session.call('GET', path, undefined, CANNOT_TELL)
  return new Set(Array.isArray(answer) ? answer.map(String) : [])
}

/** Returns "provider:hierarchyId" of every place of the providers. */
export async function presentProviderPlaces(session: SessionClient): Promise<Set<string>> {
  const path = '/location/api/hierarchy/providerHierarchies'
  const answer = await session.call('GET', path, undefined, CANNOT_TELL)
  return new Set(
    listOf(answer, 'data').map(
      (place) => `${String(member(place, 'provider'))}:${String(member(place, 'hierarchyId'))}`,
    ),
  )
}

/** Returns the ids of the monitors on the given maps. */
export async function presentMonitors(
  session: SessionClient,
  mapIds: readonly string[],
): Promise<Set<string>> {
  const lists = await Promise.all(
    mapIds.map(async (mapId) => {
      const path = `/location/api/hierarchy/markedMonitors/get/${encodeURIComponent(mapId)}`
      return listOf(await session.call('GET', path, undefined, CANNOT_TELL), 'data')
    }),
  )
  return new Set(lists.flat().map((mark) => String(member(mark, 'hierarchyId'))))
}

/** Returns the maps whose lanes nobody has saved yet; none without access. */
export async function mapsWithoutLanes(
  session: SessionClient,
  mapIds: readonly string[],
): Promise<Set<string>> {
  const answers = await Promise.all(
    mapIds.map(async (mapId) => {
      const path = `/location/api/hierarchy/mapLanes/${encodeURIComponent(mapId)}`
      const answer = await session.call('GET', path, undefined, CANNOT_TELL)
      return member(member(answer, 'data'), 'revision') === '0' ? [mapId] : []
    }),
  )
  return new Set(answers.flat())
}

/**
 * Checks that this session may see patients. If the server cannot tell, the result is true, and the server refuses
 * calls without permission.
 */
export async function seesPatients(session: SessionClient): Promise<boolean> {
  const answer = await session.call('GET', '/api/user/patientDataAccess', undefined, CANNOT_TELL)
  return member(answer, 'patientDataAccess') !== false
}
