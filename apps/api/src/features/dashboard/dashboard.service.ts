import { type Actor, holdsAny, type ServiceParts, type SessionActor, sessionOf } from '@wardtrack/access'
import {
  type calls,
  DASHBOARD_TILES,
  type Dashboard,
  MAX_TILES,
  messages,
  type PlacedTile,
  REPORT_TILE,
  type StoredTile,
  TILE_SIZES,
  type TileName,
  tileKey,
} from '@wardtrack/contracts'
import { type Handler, invalidMember } from '@wardtrack/service-kit'
import { openCustomReportStore } from '../custom-reports/index.ts'
import { openDashboardStore } from './dashboard.store.ts'

/** Rights that decide which tiles a user may have. */
type TileRights = {
  /** names of the tiles with an allowed page */
  available: readonly TileName[]
  /** ids of the custom reports visible to the user */
  reports: ReadonlySet<string>
}

/** Returns the tiles whose page a user may open, in table order. */
const availableTiles = ({ allowedRoutes }: SessionActor): TileName[] =>
  (Object.keys(DASHBOARD_TILES) as TileName[]).filter((tile) =>
    holdsAny(allowedRoutes, DASHBOARD_TILES[tile]),
  )

/** Returns true if a user may have a tile. */
const mayShow = ({ tile, reportId }: Omit<StoredTile, 'size'>, { available, reports }: TileRights): boolean =>
  available.some((name) => name === tile) &&
  (tile === REPORT_TILE ? reportId !== undefined && reports.has(reportId) : reportId === undefined)

const isPlaced = (tile: StoredTile, rights: TileRights): tile is PlacedTile =>
  TILE_SIZES.some((size) => size === tile.size) && mayShow(tile, rights)

/** Returns the visible tiles of a stored layout, without removed and forbidden ones. */
function shownTiles(stored: readonly StoredTile[], rights: TileRights): PlacedTile[] {
  const tiles = stored.filter((tile) => isPlaced(tile, rights))
  const keys = tiles.map(tileKey)
  return tiles.filter((tile, index) => keys.indexOf(tileKey(tile)) === index).slice(0, MAX_TILES)
}

/**
 * Maximum number of tiles in a stored layout: the shown ones, and as many hidden ones whose page may be allowed
 * again.
 */
const MAX_STORED = 2 * MAX_TILES

/**
 * Returns the layout to be stored: the sent tiles in order. Stored tiles hidden from the user are inserted after the
 * tile that they followed.
 */
function mergeTiles(
  stored: readonly StoredTile[],
  shown: readonly PlacedTile[],
  sent: readonly PlacedTile[],
): StoredTile[] {
  const shownKeys = new Set(shown.map(tileKey))
  const sentKeys = new Set(sent.map(tileKey))
  const merged: StoredTile[] = [...sent]
  let anchor: string | undefined
  for (const tile of stored) {
    const key = tileKey(tile)
    const isHidden = !shownKeys.has(key) && !sentKeys.has(key)
    if (isHidden && merged.length < MAX_STORED)
      merged.splice(merged.findIndex((before) => tileKey(before) === anchor) + 1, 0, tile)
    if (isHidden || sentKeys.has(key)) anchor = key
  }
  return merged
}

/** Default tiles until an administrator sets others: one screen of 1440 by 900. */
const PRODUCT_TILES: readonly PlacedTile[] = [
  { tile: 'setup-checklist', size: 'medium' },
  { tile: 'open-alerts', size: 'small' },
  { tile: 'battery-levels', size: 'small' },
  { tile: 'device-counts', size: 'medium' },
  { tile: 'find-nearest', size: 'medium' },
  { tile: 'states-over-time', size: 'medium' },
  { tile: 'weak-batteries', size: 'large' },
  { tile: 'devices-by-floor', size: 'large' },
]

type DashboardService = {
  read: Handler<Actor, typeof calls.getDashboard>
  save: Handler<Actor, typeof calls.saveDashboard>
  reset: Handler<Actor, typeof calls.resetDashboard>
  saveDefault: Handler<Actor, typeof calls.saveDefaultDashboard>
  resetDefault: Handler<Actor, typeof calls.resetDefaultDashboard>
}

/** Creates the service of users' dashboards and the default dashboard. */
export function createDashboardService({ db, bus }: ServiceParts): DashboardService {
  const store = openDashboardStore(db)
  const customReports = openCustomReportStore(db)
  /** Custom reports are read only when a layout names one. */
  const rightsOf = async (
    actor: SessionActor,
    ...layouts: readonly (readonly StoredTile[])[]
  ): Promise<TileRights> => {
    const namesReports = layouts.flat().some(({ tile }) => tile === REPORT_TILE)
    const reports = namesReports ? await customReports.visible(actor) : []
    return { available: availableTiles(actor), reports: new Set(reports.map(({ _id }) => _id.toHexString())) }
  }
  const read = async (actor: SessionActor): Promise<Dashboard> => {
    const [personal, { tiles: common, revision }] = await Promise.all([
      store.readPersonal(actor.userId),
      store.default(),
    ])
    const stored = personal ?? common ?? PRODUCT_TILES
    const rights = await rightsOf(actor, stored)
    return {
      tiles: shownTiles(stored, rights),
      source: personal ? 'own' : common ? 'default' : 'product',
      available: [...rights.available],
      maySetDefault: holdsAny(actor.allowedRoutes, ['admin-config']),
      isDefaultSet: common !== undefined,
      defaultRevision: revision,
    }
  }
  /** Returns the layout that replaces the stored one. @throws ApiError 400 for a tile that the user may not have */
  const merged = async (
    actor: SessionActor,
    stored: readonly StoredTile[],
    sent: readonly PlacedTile[],
  ): Promise<StoredTile[]> => {
    const rights = await rightsOf(actor, stored, sent)
    checkRights(sent, stored, rights)
    return mergeTiles(stored, shownTiles(stored, rights), sent)
  }
  return {
    read: async (_input, context) => ({ data: await read(sessionOf(context.actor)) }),
    save: async ({ body }, context) => {
      const actor = sessionOf(context.actor)
      const stored = (await store.readPersonal(actor.userId)) ?? []
      await store.savePersonal(actor.userId, await merged(actor, stored, body.tiles))
      return { err: 0 as const, message: messages.dashboardSaved, data: await read(actor) }
    },
    reset: async (_input, context) => {
      const actor = sessionOf(context.actor)
      await store.removePersonal(actor.userId)
      return { err: 0 as const, message: messages.dashboardReset, data: await read(actor) }
    },
    saveDefault: async ({ body }, context) => {
      const actor = sessionOf(context.actor)
      context.target('setting', 'dashboard/default')
      const { tiles = [] } = await store.default()
      await store.saveDefault(await merged(actor, tiles, body.tiles), body.revision)
      bus.publish('config.changed', { what: 'dashboard' })
      return { err: 0 as const, message: messages.defaultDashboardSaved, data: await read(actor) }
    },
    resetDefault: async ({ query }, context) => {
      context.target('setting', 'dashboard/default')
      await store.saveDefault(undefined, query.revision)
      bus.publish('config.changed', { what: 'dashboard' })
      const data = await read(sessionOf(context.actor))
      return { err: 0 as const, message: messages.defaultDashboardReset, data }
    },
  }
}

/** Checks new tiles; tiles that are already stored may stay. @throws ApiError 400 */
function checkRights(sent: readonly PlacedTile[], stored: readonly StoredTile[], rights: TileRights): void {
  const storedKeys = new Set(stored.map(tileKey))
  for (const [index, tile] of sent.entries()) {
    if (mayShow(tile, rights) || storedKeys.has(tileKey(tile))) continue
    const isAvailable = rights.available.includes(tile.tile)
    throw isAvailable
      ? invalidMember(`tiles.${index}.reportId`, messages.tileReportUnknown)
      : invalidMember(`tiles.${index}.tile`, messages.tileNotAllowed)
  }
}
