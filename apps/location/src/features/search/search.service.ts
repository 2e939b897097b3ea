import { type Actor, disclosedPatients, holdsAny, type SessionActor, sessionOf } from '@wardtrack/access'
import { type calls, type FoundAlert, type GeofenceAlert, PAGE_SETS } from '@wardtrack/contracts'
import { visibleAlert } from '@wardtrack/patient-rule'
import type { CachedValue, Handler } from '@wardtrack/service-kit'
import { type AlertParts, alertedAsset, findNewestAlerts, textFilter, toAnswers } from '../alerts/index.ts'
import type { LocationNames } from './location-names.ts'

/** Dependencies of the search. */
export type SearchParts = AlertParts & { names: CachedValue<LocationNames> }

/** Maximum number of hits per kind. */
const HITS = 5

/** The pages that show places. */
const PLACE_PAGES = [...PAGE_SETS.ASSETS, ...PAGE_SETS.HIERARCHY]

type SearchService = { search: Handler<Actor, typeof calls.searchLocations> }

/** Creates the search for places, geofences and alerts by a text. Each kind requires one of its pages. */
export function createSearchService(parts: SearchParts): SearchService {
  return {
    search: async ({ body: { text } }, context) => {
      const actor = sessionOf(context.actor)
      const mayOpen = (pages: readonly string[]): boolean => holdsAny(actor.allowedRoutes, pages)
      const names = await parts.names.read()
      const alerts = mayOpen(PAGE_SETS.ALERT) ? await findAlerts(parts, actor, text) : undefined
      context.auditDetails({
        returned: alerts?.hits.length ?? 0,
        ...disclosedPatients(actor, alerts?.disclosed ?? []),
      })
      return {
        ...(mayOpen(PLACE_PAGES) ? { places: names.places.find(text, HITS) } : {}),
        ...(mayOpen(PAGE_SETS.FENCE) ? { geofences: names.fencesFor(actor).find(text, HITS) } : {}),
        ...(alerts ? { alerts: { hits: alerts.hits, more: alerts.more } } : {}),
      }
    },
  }
}

/** Returns the newest alerts that contain a text, and the patients that they name. */
async function findAlerts(parts: AlertParts, actor: SessionActor, text: string) {
  const found = await findNewestAlerts(parts.db, textFilter(actor, text), HITS + 1)
  const docs = found.slice(0, HITS)
  const answers = (await toAnswers(parts, docs)).flatMap((alert) => visibleAlert(alert, actor) ?? [])
  return {
    hits: answers.map(toFoundAlert),
    more: found.length > HITS,
    disclosed: docs.map(alertedAsset),
  }
}

function toFoundAlert({
  id,
  kind,
  status,
  eventTime,
  LinkedGeofence,
  LinkedLocation,
  LinkedAsset: { AssetType, AssetId, Fields },
}: GeofenceAlert): FoundAlert {
  const { AssetName } = Fields
  return {
    id,
    kind,
    status,
    createdAt: eventTime,
    fenceName: LinkedGeofence.Name,
    AssetType,
    AssetId,
    ...(AssetName === undefined ? {} : { AssetName }),
    fullPath: LinkedLocation.fullPath,
  }
}
