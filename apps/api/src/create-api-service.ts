import type { Service, ServiceParts } from '@wardtrack/access'
import { markPatientTerms } from '@wardtrack/database'
import { createIngestion } from '@wardtrack/ingestion'
import { createJobs } from '@wardtrack/jobs'
import {
  createCleaningPlaces,
  createPlaceCache,
  createUncleanAreas,
  createWalkingGraphCache,
} from '@wardtrack/places'
import { createRuleEvaluation } from '@wardtrack/rules'
import { accountRoutes } from './features/account/account.routes.ts'
import { assetLinkRoutes } from './features/asset-links/asset-links.routes.ts'
import { assetStatusRoutes } from './features/asset-status/asset-status.routes.ts'
import { assetRoutes, createAssetLists } from './features/assets/index.ts'
import { auditRoutes } from './features/audit/audit.routes.ts'
import { backupRoutes } from './features/backup/backup.routes.ts'
import { customReportRoutes } from './features/custom-reports/index.ts'
import { customTagRoutes, resumeTagRemovals } from './features/custom-tags/index.ts'
import { dashboardRoutes } from './features/dashboard/dashboard.routes.ts'
import { docsRoutes } from './features/docs/docs.routes.ts'
import { encryptionRoutes } from './features/encryption/encryption.routes.ts'
import { fileRoutes } from './features/files/files.routes.ts'
import { importRoutes, openImports } from './features/imports/index.ts'
import { createAssetIntake, ingestionRoutes } from './features/ingestion/index.ts'
import { jobRoutes } from './features/jobs/jobs.routes.ts'
import { keyRoutes } from './features/keys/keys.routes.ts'
import { createLiveHub, liveRoutes } from './features/live/index.ts'
import { locationTagRoutes, startReservedTags } from './features/location-tags/index.ts'
import { logRoutes } from './features/logs/logs.routes.ts'
import { mailRoutes } from './features/mail/index.ts'
import { mapRoutes } from './features/maps/index.ts'
import { metadataRoutes, openMetadata } from './features/metadata/index.ts'
import { createAssetDeliveries, mirthRoutes } from './features/mirth/index.ts'
import {
  createNotificationRaiser,
  notificationRoutes,
  publishNotifications,
  startNotificationRelay,
} from './features/notifications/index.ts'
import { parLevelRoutes } from './features/par-levels/index.ts'
import { openInternalPlaces } from './features/places/index.ts'
import { privilegeRoutes } from './features/privileges/privileges.routes.ts'
import { providerRoutes } from './features/providers/index.ts'
import { createReportSchedules } from './features/report-schedules/index.ts'
import { createReportFiles, createReportLog, reportRoutes, withReportLog } from './features/reports/index.ts'
import { createRuleMessages } from './features/rule-messages/index.ts'
import { ruleRoutes } from './features/rules/index.ts'
import { savedFilterRoutes } from './features/saved-filters/index.ts'
import { sessionRoutes } from './features/session/index.ts'
import { settingRoutes } from './features/settings/settings.routes.ts'
import { setupRoutes } from './features/setup/setup.routes.ts'
import { createStateReader, startStatePacker } from './features/state-snapshots/index.ts'
import { createChartReader, statusVsTimeRoutes } from './features/status-vs-time/index.ts'
import { storageRoutes } from './features/storage/storage.routes.ts'
import { createUnmappedFields, unmappedFieldRoutes } from './features/unmapped-fields/index.ts'
import { userRoutes } from './features/users/index.ts'

/** Creates the service behind `/api`. @throws when the store cannot be read or written */
export async function createApiService(parts: ServiceParts): Promise<Service> {
  await markPatientTerms(parts.db)
  const metadata = await openMetadata(parts)
  const places = openInternalPlaces(parts)
  const lists = createAssetLists(parts, metadata, places)
  const states = createStateReader(parts.db, places.paths)
  const chart = createChartReader(parts, metadata, { lists, states })
  const mapPlaces = createPlaceCache(parts)
  const walking = createWalkingGraphCache({ ...parts, places: mapPlaces })
  const uncleanAreas = createUncleanAreas({ ...parts, places: mapPlaces })
  const cleaningPlaces = createCleaningPlaces({ ...parts, places: mapPlaces })
  const hub = createLiveHub(parts)
  const ingestion = createIngestion(parts)
  const jobs = createJobs(parts)
  const unmapped = createUnmappedFields(parts, metadata)
  const deliveries = createAssetDeliveries(parts)
  const rules = createRuleEvaluation(parts)
  const messages = createRuleMessages({ ...parts, metadata })
  const relay = startNotificationRelay(
    parts,
    createNotificationRaiser(
      parts,
      (docs) => publishNotifications({ ...parts, metadata }, docs),
      messages.plan,
    ),
  )
  const intake = createAssetIntake(parts, metadata, { unmapped, deliveries, rules })
  const imports = await openImports(parts, { metadata, intake, jobs })
  const packer = startStatePacker(parts)
  const reservedTags = startReservedTags({ ...parts, rules }, deliveries)
  const reportParts = {
    ...parts,
    metadata,
    lists,
    places,
    mapPlaces,
    walking,
    uncleanAreas,
    cleaningPlaces,
    chart,
    states,
  }
  const reportLog = createReportLog(parts)
  const schedules = createReportSchedules({ ...parts, reports: createReportFiles(reportParts), reportLog })
  await resumeTagRemovals({ ...parts, rules })
  return {
    calls: [
      ...sessionRoutes(parts),
      ...accountRoutes(parts),
      ...userRoutes(parts),
      ...privilegeRoutes(parts),
      ...setupRoutes(parts),
      ...settingRoutes(parts),
      ...keyRoutes(parts),
      ...providerRoutes(parts, ingestion),
      ...storageRoutes(parts),
      ...backupRoutes(parts),
      ...assetStatusRoutes({ ...parts, rules }, metadata, lists, jobs),
      ...assetLinkRoutes(parts, metadata, deliveries),
      ...customTagRoutes({ ...parts, rules }, deliveries),
      ...locationTagRoutes({ ...parts, rules }, deliveries),
      ...savedFilterRoutes(parts, metadata),
      ...customReportRoutes({ ...parts, metadata, lists }),
      ...dashboardRoutes(parts, metadata, lists),
      ...assetRoutes(parts, metadata, lists, rules),
      ...metadataRoutes(parts, metadata),
      ...unmappedFieldRoutes(unmapped),
      ...encryptionRoutes(parts, metadata, jobs),
      ...mapRoutes({ ...parts, mapPlaces }, metadata, lists),
      ...withReportLog(reportLog, [
        ...reportRoutes(reportParts),
        ...statusVsTimeRoutes(parts, metadata, { lists, states, chart }),
      ]),
      ...parLevelRoutes({ ...parts, metadata, places }),
      ...schedules.calls,
      ...fileRoutes(parts),
      ...logRoutes(parts),
      ...auditRoutes(parts),
      ...jobRoutes(jobs),
      ...ruleRoutes({ ...parts, metadata }),
      ...notificationRoutes({ ...parts, metadata }),
      ...mirthRoutes(parts, jobs),
      ...mailRoutes(parts, messages.resume),
      ...liveRoutes(hub),
      ...docsRoutes(parts),
      ...ingestionRoutes(parts, metadata, ingestion, { intake, deliveries }),
      ...importRoutes(imports),
    ],
    drain: () => {
      jobs.stop()
      deliveries.stop()
      messages.stop()
      schedules.stop()
      hub.close()
    },
    close: async () => {
      hub.close()
      await reservedTags.close()
      await jobs.close()
      await deliveries.close()
      await ingestion.close()
      await relay.close()
      await messages.close()
      await schedules.close()
      await reportLog.close()
      await packer.close()
      rules.close()
      await unmapped.settled()
      lists.close()
      places.close()
      uncleanAreas.close()
      cleaningPlaces.close()
      walking.close()
      mapPlaces.close()
      await metadata.close()
    },
  }
}
