import type { Asset, FoundAlert, FoundFence, FoundLocations, FoundPlace } from '@wardtrack/contracts'
import { Bell, List } from 'lucide-react'
import type { Access } from '../../lib/access.ts'
import { formatNumber } from '../../lib/i18n/formats.ts'
import { translate } from '../../lib/i18n/i18n.ts'
import { assetDetailHref } from '../../lib/matrix-url.ts'
import { levelValues, placeOf } from '../../lib/place.ts'
import { type UrlSchema, urlText, writeUrlState } from '../../lib/url-state.ts'
import { relativeTime } from '../../ui/age.ts'
import { type FilterValues, PLACE_MODEL, urlFilters } from '../../ui/filters/index.ts'
import { mayOpen } from '../menu/menu-entries.ts'
import { kindIcon, PATIENT } from './kind-icon.ts'
import { type HitTarget, newTab, type SearchGroup, type SearchHit, samePage } from './search-hit.ts'

interface ListView {
  readonly search: string
  readonly filters: FilterValues
}

const view: UrlSchema<ListView> = { search: urlText('search'), filters: urlFilters('filter') }

/** Returns the address of a page's list with a search and filters. */
function listHref(
  page: string,
  { search = '', filters = {} }: Partial<ListView>,
  before: [string, string][] = [],
): string {
  const parameters = writeUrlState(view, { search, filters }, before)
  return `#/${page}?${new URLSearchParams(parameters.map(([name, text]) => [name, text])).toString()}`
}

/** Returns the address of the devices at a place. @param fullName names of the place's levels, outermost first */
const devicesAt = (fullName: readonly string[]): string =>
  listHref('devices', { filters: { [PLACE_MODEL]: fullName } })

/**
 * Returns the address of the devices page with every asset that matches a text. @param types all existing asset types
 */
const devicesFound = (search: string, types: readonly string[]): string =>
  listHref('devices', { search, filters: types.length > 0 ? { AssetType: types } : {} })

/** Returns the address of the hierarchy page with the places that match a text. */
const placesFound = (search: string): string => listHref('hierarchy-list-two', { search })

/** Returns the address of the geofences that match a text. */
const geofencesFound = (search: string): string => listHref('geofencelist', { search })

/** Returns the address of all alerts that match a text, in any status. */
const alertsFound = (search: string): string => listHref('geofence-alerts', { search }, [['status', 'all']])

/** Values for showing hits of the server. */
export interface ShownWith {
  readonly text: string
  readonly access: Access | undefined
  readonly types: readonly string[]
  readonly nameOfType: (assetType: string) => string
}

const LINE = ' · '

const joined = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join(LINE)

/** Creates the hit that opens the whole list, for users who may open its page. */
const toList = (key: string, text: string, href: string): SearchHit => ({
  key: `list:${key}`,
  text,
  detail: '',
  Icon: List,
  target: samePage(href),
  remembered: false,
})

/** Returns the found assets, with a link to all of them. */
export function assetGroup(
  found: { assets: readonly Asset[]; maxAssets: number },
  shownWith: ShownWith,
): SearchGroup {
  const { text, access, types, nameOfType } = shownWith
  const hits = found.assets.map((asset): SearchHit => {
    const { AssetType, AssetId, Fields, CurrentLocation } = asset
    const { place } = placeOf(CurrentLocation?.fullPath)
    const name = Fields.AssetName ?? AssetId
    const key = `asset:${AssetType}:${AssetId}`
    return {
      key,
      text: name,
      detail: joined(place, nameOfType(AssetType), name === AssetId ? '' : AssetId, Fields.SerialNo ?? ''),
      Icon: kindIcon(key),
      target: newTab(assetDetailHref(AssetType, AssetId)),
      remembered: AssetType !== PATIENT,
    }
  })
  const isMore = found.maxAssets > hits.length && mayOpen('devices', access)
  const all = translate('search:all.assets', { total: formatNumber(found.maxAssets) })
  return {
    key: 'assets',
    heading: translate('search:groups.assets'),
    hits: isMore ? [...hits, toList('assets', all, devicesFound(text, types))] : hits,
  }
}

/** Returns the target of a place: the devices at the place, else the page that shows it. */
function placeTarget(
  { fullName, hierarchyId }: FoundPlace,
  access: Access | undefined,
): HitTarget | undefined {
  if (mayOpen('devices', access)) return samePage(devicesAt(fullName))
  if (mayOpen('hierarchy-list-two', access)) return samePage(placesFound(fullName.at(-1) ?? ''))
  const path = `view-map/${encodeURIComponent(hierarchyId)}`
  return mayOpen(path, access) ? samePage(`#/${path}`) : undefined
}

function placeHit(place: FoundPlace, { access }: ShownWith): SearchHit[] {
  const target = placeTarget(place, access)
  if (!target) return []
  const { fullName, hierarchyId } = place
  const detail = fullName.slice(0, -1).join(' > ')
  const text = fullName.at(-1) ?? hierarchyId
  const key = `place:${hierarchyId}`
  return [{ key, text, detail, Icon: kindIcon(key), target, remembered: true }]
}

/** Returns the target of a geofence: the page that draws it, else the list. */
function fenceTarget({ _id, MapId, Name }: FoundFence, access: Access | undefined): HitTarget | undefined {
  const path = `geofencing/${encodeURIComponent(MapId)}`
  if (mayOpen(path, access)) return samePage(`#/${path}?fence=${encodeURIComponent(_id)}`)
  return mayOpen('geofencelist', access) ? samePage(geofencesFound(Name)) : undefined
}

function fenceHit(fence: FoundFence, { access }: ShownWith): SearchHit[] {
  const target = fenceTarget(fence, access)
  if (!target) return []
  const disabledNote = fence.Enabled ? '' : translate('search:switchedOff')
  const detail = joined(fence.Type, disabledNote, fence.fullName.slice(-2).join(' > '))
  const key = `geofence:${fence._id}`
  return [{ key, text: fence.Name, detail, Icon: kindIcon(key), target, remembered: true }]
}

function alertHit(alert: FoundAlert, { access }: ShownWith): SearchHit[] {
  const { id, kind, status, createdAt, fenceName, AssetId, AssetName = AssetId, fullPath } = alert
  const path = `geofence-alert/${encodeURIComponent(id)}`
  if (!mayOpen(path, access)) return []
  const word = translate(`search:status.${status}`)
  return [
    {
      key: `alert:${id}`,
      text: translate(`alert-notices:summary.${kind}`, { asset: AssetName, geofence: fenceName }),
      detail: joined(word, relativeTime(createdAt, Date.now()), levelValues(fullPath).at(-1) ?? ''),
      Icon: Bell,
      target: newTab(`#/${path}`),
      remembered: false,
    },
  ]
}

/** Returns the found places, geofences and alerts, each kind with a link to all of them. */
export function locationGroups(
  { places, geofences, alerts }: FoundLocations,
  shownWith: ShownWith,
): SearchGroup[] {
  const { text, access } = shownWith
  const withList = (
    hits: SearchHit[],
    more: boolean | undefined,
    page: string,
    list: SearchHit,
  ): SearchHit[] => (more && mayOpen(page, access) ? [...hits, list] : hits)
  return [
    {
      key: 'places',
      heading: translate('search:groups.places'),
      hits: withList(
        (places?.hits ?? []).flatMap((place) => placeHit(place, shownWith)),
        places?.more,
        'hierarchy-list-two',
        toList('places', translate('search:all.places'), placesFound(text)),
      ),
    },
    {
      key: 'geofences',
      heading: translate('search:groups.geofences'),
      hits: withList(
        (geofences?.hits ?? []).flatMap((fence) => fenceHit(fence, shownWith)),
        geofences?.more,
        'geofencelist',
        toList('geofences', translate('search:all.geofences'), geofencesFound(text)),
      ),
    },
    {
      key: 'alerts',
      heading: translate('search:groups.alerts'),
      hits: withList(
        (alerts?.hits ?? []).flatMap((alert) => alertHit(alert, shownWith)),
        alerts?.more,
        'geofence-alerts',
        toList('alerts', translate('search:all.alerts'), alertsFound(text)),
      ),
    },
  ]
}
